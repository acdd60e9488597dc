/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pure-main.c - calls a function whose result depends on its argument only.
 *
 *   -DENDLESS  until a timer kills the process
 */
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

int pure(int x);

int result;

#ifdef ENDLESS
static void die(int signal)
{
	(void)signal;
	kill(getpid(), SIGKILL);
}
#endif

int main(void)
{
	int sum = 0;
#ifdef ENDLESS
	struct itimerval soon = { { 0, 0 }, { 0, 200000 } };

	signal(SIGALRM, die);
	setitimer(ITIMER_REAL, &soon, 0);
	for (unsigned long i = 0; i < 1ul << 40; i++)
		sum += pure(5);
#else
	for (int i = 0; i < 1000; i++)
		sum += pure(5);
#endif
	result = sum + pure(3) + pure(3);
	return 0;
}
