/* Each profile says when its samples were taken: what a program does one after the other stands in that order, thread by thread; also if it is killed. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -pthread -o a.out && ./a.out
// RUN: %gprof export --format=chrome -o trace.json a.out
// RUN: %python %S/Inputs/in_order.py trace.json first second third
// RUN: %python %S/Inputs/in_order.py trace.json beside
// RUN: %gprof histogram --no-head --by=time a.out > chart && FileCheck %s < chart
// RUN: %python %source/test/lit/histogram/Inputs/sum.py chart --total
// RUN: %gprof info a.out.*.gprof | FileCheck --check-prefix=INFO %s
// RUN: rm *.gprof; ./a.out kill; test $? = 137
// RUN: %gprof export --format=chrome -o trace.json a.out
// RUN: %python %S/Inputs/in_order.py trace.json first second third
// RUN: %gprof histogram --no-head --by=time a.out > chart && FileCheck %s < chart
// RUN: %python %source/test/lit/histogram/Inputs/sum.py chart --total
// RUN: rm *.gprof && GPROF_OPTIONS=timeline=0 ./a.out
// RUN: %gprof info a.out.*.gprof | FileCheck --check-prefix=OFF %s
// RUN: not %gprof histogram --by=time a.out 2>&1 | FileCheck --check-prefix=NONE %s
// CHECK: Time over the run: 0.000 to {{.*}} s, by the times of {{[0-9]+}} samples
// CHECK: What ran when:
// INFO: timeline: {{[1-9][0-9]*}} of {{[0-9]+}} entries, level
// OFF-NOT: timeline:
// NONE: the profile has no timeline: run the program with GPROF_OPTIONS=snapshot-every=10
#include <pthread.h>
#include <signal.h>
#include <time.h>

static volatile unsigned long sink;

/* CPU time of the calling thread, so that each part has samples on any machine. */
static void burn(long ms)
{
	struct timespec now, end;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
	end.tv_nsec += ms * 1000000;
	end.tv_sec += end.tv_nsec / 1000000000;
	end.tv_nsec %= 1000000000;
	do {
		for (int i = 0; i < 20000; i++)
			sink += (unsigned)i;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	} while (now.tv_sec < end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
}

__attribute__((noinline)) static void first(void)
{
	burn(200);
	sink++;
}

__attribute__((noinline)) static void second(void)
{
	burn(100);
	sink++;
}

__attribute__((noinline)) static void third(void)
{
	burn(100);
	sink++;
}

__attribute__((noinline)) static void beside(void)
{
	burn(300);
	sink++;
}

static void *thread(void *unused)
{
	beside();
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t other;

	(void)argv;
	pthread_create(&other, NULL, thread, NULL);
	first();
	second();
	third();
	pthread_join(other, NULL);
	if (argc > 1)
		raise(SIGKILL);
	return 0;
}
