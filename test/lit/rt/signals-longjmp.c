/* Handlers left by siglongjmp, out of counted code, keep all counts exact. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for flags in -O0 -O2 "-O2 -fPIC" "-O2 -flto -fuse-ld=lld"; do \
// RUN:   rm -f *.gprof; %gclang $flags %s -o a.out && ./a.out > told || exit 1; \
// RUN:   %expect -D W=$(cat told) a.out %s || exit 1; \
// RUN: done
// REQUIRES: lld

#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

#define NOINLINE __attribute__((noinline))
#define JUMPS 1000

static sigjmp_buf place;
static volatile int jumps;
static volatile long worked;

NOINLINE static void before_jump(void)
{
	jumps = jumps + 1;
}

/* CALLS: handler 2000 */
/* ARC: handler -> before_jump 2000 */
/* ARC: handler -> siglongjmp 2000 */
static void handler(int sig)
{
	struct itimerval off = { { 0, 0 }, { 0, 0 } };

	(void)sig;
	setitimer(ITIMER_REAL, &off, 0);
	before_jump();
	siglongjmp(place, 1);
}

NOINLINE void leaf(volatile long *own)
{
	__asm__ volatile("incq %0" : "+m"(*own));
}

/* A jump may leave between the count and what is counted: never more than one a jump. */
/* WITHIN: spin -> leaf W..W+1000 */
/* WITHIN: main -> spin 900..1000 */
NOINLINE static void spin(void)
{
	for (;;)
		leaf(&worked);
}

/* ARC: main -> after_jump 1000 */
NOINLINE void after_jump(void)
{
	__asm__ volatile("");
}

/* A signal raised at a known place: nothing is in flight. */
/* ARC: raising -> leaf 1000 */
/* ARC: raising -> after_jump 1000 */
/* ARC: raising -> raise 1000 */
NOINLINE static void raising(void)
{
	static volatile long own;

	for (jumps = 0; jumps < JUMPS;) {
		leaf(&own);
		if (!sigsetjmp(place, 1))
			raise(SIGALRM);
		after_jump();
	}
}

int main(void)
{
	struct itimerval soon = { { 0, 0 }, { 0, 200 } };
	struct sigaction action = { .sa_handler = handler };

	sigaction(SIGALRM, &action, 0);
	while (jumps < JUMPS) {
		if (!sigsetjmp(place, 1)) {
			setitimer(ITIMER_REAL, &soon, 0);
			spin();
		}
		after_jump();
	}
	raising();
	printf("%ld\n", worked);
	return 0;
}
