/* What interrupts take is measured in a thread beside others, too: it is not the constant for what was never measured. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 -pthread %s -o a.out
// RUN: env GPROF_FILE=profile GPROF_OPTIONS=rate=4000 ./a.out
/* The constants are multiples of 500 ns, also that of a signal at a tick; a clock of ticks alone (2) is never measured. */
// RUN: od -An -tu4 -j52 -N4 profile > clock && od -An -tu8 -j264 -N8 profile > price
// RUN: grep -q 2 clock || awk '{ exit !($1 && $1 % 500) }' price

#include <pthread.h>
#include <time.h>

static volatile unsigned long sum;

__attribute__((noinline)) static void leaf(void)
{
	for (unsigned i = 0; i < 10000; i++)
		sum += i;
}

static void *work(void *unused)
{
	while (clock() < CLOCKS_PER_SEC / 2)
		leaf();
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	return 0;
}
