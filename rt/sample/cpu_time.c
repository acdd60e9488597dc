/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cpu_time.c - the thread's CPU time at a signal of its event, without an end of its time slice.
 *
 * The kernel looks whether a slice is over at its ticks, and whenever somebody asks for the CPU
 * time of a thread that runs.  So each sample late in a slice would end it there: eight threads
 * of one processor had twice as many switches with 1000 samples a second, and each switch costs a
 * program its caches.  But the event's record says how long the event had run at the
 * interrupt, and elapsed time does the rest.
 *
 * The event runs on while a hypervisor has the processor, which is not CPU time.  So the kernel
 * is asked where that ends no slice: in threads that stay on their processors, and at the
 * begin of a slice; and wherever the record is of no use.
 *
 * Order of calls: gprt_cpu_time(), then gprt_cpu_time_since() with its result.
 * Cost: two looks at a clock, as without.
 */
#include "sample/cpu_time.h"

#include "base/sys.h"
#include "record/slot.h"
#include "sample/budget.h"
#include "sample/event.h"
#include "sample/policy.h"

#include <gprof-llvm/format.h>

/* By the kernel. */
static int64_t ask(struct gprt_thread *t)
{
	t->clock.began_ns = 0;
	return (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
}

/* Returns true if the kernel would end the thread's slice if it were asked. */
static bool would_end_slice(struct gprt_thread *t, const struct gprt_reading *reading)
{
	if (reading->came_ns != t->clock.came_ns)
		t->clock.shares = policy.alone_signals;
	else if (t->clock.shares)
		t->clock.shares--;
	t->clock.came_ns = reading->came_ns;
	return t->clock.shares && reading->ran_ns - reading->came_ns >= policy.slice_ns;
}

/* First in the handler. */
int64_t gprt_cpu_time(struct gprt_thread *t)
{
	struct gprt_reading reading;
	uint64_t passed;
	int64_t now;

	t->running.now_ns = 0;
	if (!gprt_event_read(t, &reading))
		return ask(t);
	t->clock.began_ns = t->running.now_ns = sys_clock(CLOCK_MONOTONIC);
	passed = t->clock.began_ns - reading.at_ns;
	if (passed > policy.late_ns)
		return ask(t);
	gprt_budget_measure((int64_t)passed);
	if (would_end_slice(t, &reading))
		return t->clock.base_ns + (int64_t)(reading.ran_ns + passed);
	now = ask(t);
	t->clock.base_ns = now - (int64_t)(reading.ran_ns + passed);
	return now;
}

/* Last in the handler: what it has taken since. */
int64_t gprt_cpu_time_since(struct gprt_thread *t, int64_t start)
{
	uint64_t passed = t->clock.began_ns ? sys_clock(CLOCK_MONOTONIC) - t->clock.began_ns
					    : policy.late_ns;

	t->clock.began_ns = 0;
	return passed < policy.late_ns ? (int64_t)passed : ask(t) - start;
}
