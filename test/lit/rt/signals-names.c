/* signal() under the names that headers give it, and calls older than it, find no handler of ours and get no samples. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && GPROF_OPTIONS=rate=5000 ./a.out
// RUN: %gclang -O2 -std=c99 -D_XOPEN_SOURCE=700 -DSTRICT %s -o strict && nm -u strict | FileCheck %s
// RUN: GPROF_OPTIONS=rate=5000 ./strict
// CHECK: __sysv_signal

#ifndef STRICT
#define _GNU_SOURCE
#endif

#include "Inputs/burn.h"

#include <signal.h>

#define IN_FLIGHT 2 /* samples that were under way when the handler was set */

void (*bsd_signal(int sig, void (*handler)(int)))(int);

static volatile int came;

static void handler(int sig)
{
	came += sig == SIGURG;
}

static int burns(void)
{
	burn_for(CLOCKS_PER_SEC / 20);
	return came <= IN_FLIGHT;
}

#define IS_PLAIN(set) \
	(came = 0, set(SIGURG, handler) == SIG_DFL && burns() && set(SIGURG, SIG_DFL) == handler)

int main(void)
{
	if (!IS_PLAIN(signal))
		return 1;
#ifndef STRICT
	if (!IS_PLAIN(bsd_signal))
		return 2;
	if (!IS_PLAIN(ssignal))
		return 3;
	if (!IS_PLAIN(sigset))
		return 4;
	if (sysv_signal(SIGURG, handler) != SIG_DFL || !burns())
		return 5;
	sysv_signal(SIGURG, SIG_DFL);
	if (siginterrupt(SIGURG, 1) || sigignore(SIGURG) || signal(SIGURG, SIG_DFL) != SIG_IGN)
		return 6;
#endif
	return 0;
}
