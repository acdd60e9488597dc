// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handler, 10,000 times a second, calls the function that it interrupts.  Prints how often that was called.
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

#define ROUND 20000

void twice(int *n); /* in another file and language: calls leaf() once, which adds 1 */

static volatile int handled;

/* CALLS: handler H */
/* ARC: handler -> twice H */
static void handler(int number)
{
	int n = number;

	twice(&n);
	handled++;
}

/* ARC: main -> twice L */
/* ARC: twice -> leaf T */
/* CALLS: leaf T */
int main(void)
{
	struct itimerval often = { { 0, 100 }, { 0, 100 } }, never = { { 0, 0 }, { 0, 0 } };
	int n = 0;

	signal(SIGALRM, handler);
	setitimer(ITIMER_REAL, &often, NULL);
	do {
		for (int i = 0; i < ROUND; i++)
			twice(&n);
	} while (handled < 300);
	setitimer(ITIMER_REAL, &never, NULL);
	printf("%d %d %d\n", handled, n, handled + n);
	return 0;
}
