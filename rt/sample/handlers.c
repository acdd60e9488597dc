/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * handlers.c - which functions are handlers of signals, recorded as arcs.
 *
 * A handler interrupts code anywhere, and may never go back to it (siglongjmp, exit): executions of
 * that code are then not what its counts say.  The report must know that a function is
 * a handler; that it ran, its own count says.
 *
 * Each thread for itself, in any of its code.
 */
#include "sample/handlers.h"

#include "base/process.h"
#include "base/sys.h"
#include "record/arcs.h"
#include "sample/sampler.h"

#include <gprof-llvm/format.h>

#define SIGNALS 64

static uint64_t handled; /* signals for which a handler was recorded, as a mask has them */

static void record(struct gprt_thread *t, int sig)
{
	struct gprt_sigaction action;

	if (sys_sigaction(sig, NULL, &action) < 0 || action.handler == (uintptr_t)SIG_DFL ||
	    action.handler == (uintptr_t)SIG_IGN || action.handler == gprt_sampler.handler)
		return;
	__atomic_fetch_or(&handled, 1ull << (sig - 1), __ATOMIC_RELAXED);
	gprt_arc_count(t, GPROF_ARC_HANDLER, GPROF_NONE, (uint64_t)sig, action.handler);
}

void gprt_handler_before(struct gprt_thread *t, int sig)
{
	if (t)
		t->signals.acting = sig;
}

void gprt_handler_follow(struct gprt_thread *t)
{
	if (t && t->signals.acting >= 1 && t->signals.acting <= SIGNALS && gprt.state == GPRT_ON &&
	    gprt.pid == sys_getpid())
		record(t, t->signals.acting);
}

void gprt_handler_follow_all(struct gprt_thread *t)
{
	for (int sig = 1; t && sig <= SIGNALS && gprt.state == GPRT_ON && gprt.pid == sys_getpid();
	     sig++)
		record(t, sig);
}

void gprt_handlers_forked(struct gprt_thread *t)
{
	for (int sig = 1; sig <= SIGNALS; sig++)
		if (handled & 1ull << (sig - 1))
			record(t, sig);
}

bool gprt_may_be_in_handler(uint64_t mask)
{
	if (gprt_sampler.signal)
		mask &= ~(1ull << (gprt_sampler.signal - 1));
	return handled && mask;
}
