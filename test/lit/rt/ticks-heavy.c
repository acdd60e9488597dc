/* At the kernel's ticks no sample weighs much more than others: time that no tick met goes to the next samples. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o a.out && GPROF_FILE=p GPROF_OPTIONS=tick-sampling=always ./a.out
// RUN: %readprofile p | FileCheck %s
// RUN: test $(%python %S/Inputs/heaviest.py p) -lt 300
// CHECK: samples {{[0-9][0-9]+ [0-9]+$}}

#include <signal.h>
#include <time.h>

static volatile unsigned long sum;

__attribute__((noinline)) static void burn(clock_t time)
{
	clock_t end = clock() + time;

	while (clock() < end)
		sum++;
}

/* What blocks the signal by name is not sampled meanwhile. */
int main(void)
{
	sigset_t set;

	burn(CLOCKS_PER_SEC / 5);
	sigemptyset(&set);
	sigaddset(&set, SIGURG);
	sigprocmask(SIG_BLOCK, &set, NULL);
	burn(CLOCKS_PER_SEC * 6 / 10);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	burn(CLOCKS_PER_SEC * 6 / 10);
	return 0;
}
