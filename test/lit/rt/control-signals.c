/* Phases may be begun and ended in a signal handler that interrupts the same calls. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -I%source/include %s -o a.out && ./a.out
// RUN: %readprofile a.out.*.gprof > out
// RUN: test $(grep -c '^snapshot begin outer' out) = 2000
// RUN: test $(grep -c '^snapshot begin signal' out) = $(grep -c '^snapshot end signal' out)
// RUN: test $(grep -c '^snapshot begin signal' out) -ge 5
#include <gprof-llvm/gprof.h>
#include <signal.h>
#include <sys/time.h>

static volatile int handled, error;

static void handler(int sig)
{
	(void)sig;
	error |= gprof_phase_begin("signal");
	handled++;
	error |= gprof_phase_end("signal");
}

int main(void)
{
	const struct itimerval often = { { 0, 300 }, { 0, 300 } };
	const struct itimerval never = { { 0, 0 }, { 0, 0 } };

	signal(SIGALRM, handler);
	if (setitimer(ITIMER_REAL, &often, 0))
		return 1;
	for (int i = 0; i < 2000; i++) {
		error |= gprof_phase_begin("outer");
		error |= gprof_phase_end("outer");
	}
	while (handled < 5)
		;
	if (setitimer(ITIMER_REAL, &never, 0))
		return 1;
	return error;
}
