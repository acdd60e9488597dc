/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * periodic_snapshots.c - GPROF_OPTIONS=snapshot-every=MS: a snapshot every MS milliseconds of
 * elapsed time, so that a report can show which functions ran when.
 *
 * Nobody is woken for it: the first sample after the time has come takes it, whatever
 * its thread, on the stack of the sample handler; with clock=wall also the thread that
 * looks at waiting ones.  While nothing runs nothing changes, and none is needed.
 * next_due is when the next is due, NOBODY while a thread takes one: the others go on.
 *
 * The handler may have interrupted code that holds any lock of the program, and the thread that
 * has ours may wait for that lock, as libc does in fork().  So gprt_snapshot_try() does not wait:
 * it fails, and the next sample tries again.
 *
 * They take at most half of the space of snapshots, which leaves room for phases and dumps.  That
 * half has snapshot_stages parts (policy.h), each of which doubles the interval, so only runs of
 * many days use all of it, and no interval is a large part of the time before it.  If a snapshot
 * takes more processor time than one part in snapshot_share of the interval, the interval doubles
 * as well.
 *
 * Cost: the clock is read once a sample.
 */
#include "sample/periodic_snapshots.h"

#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include "file/file.h"
#include "file/name.h"
#include "record/slot.h"
#include "record/snapshot.h"
#include "sample/policy.h"

#define NOBODY (~0ull)

static uint64_t next_due;      /* CLOCK_MONOTONIC of the next one, NOBODY: none, or one is taken */
static unsigned times_doubled; /* snapshots cost too much for their interval */

/* The present interval, ns; NOBODY: there are no more of them. */
static uint64_t interval(void)
{
	uint64_t stage = gprt_file.header->snapshot_limit / 2 / policy.snapshot_stages;
	uint64_t taken = __atomic_load_n(&gprt_file.header->snapshot_bytes, __ATOMIC_RELAXED);
	uint64_t doubled = times_doubled + (stage ? taken / stage : policy.snapshot_stages);

	if (!stage || taken / stage >= policy.snapshot_stages || doubled > policy.max_doublings)
		return NOBODY;
	return (uint64_t)gprt_options.snapshot_every * 1000000u << doubled;
}

/* At the start of a process, and of a forked child: the other threads stayed in the parent. */
void gprt_periodic_snapshots_start(void)
{
	uint64_t ns;

	times_doubled = 0;
	next_due = NOBODY;
	/* A file with snapshots is not merged. */
	if (!gprt_options.snapshot_every || gprt_name.pool)
		return;
	ns = interval();
	if (ns != NOBODY)
		next_due = sys_clock(CLOCK_MONOTONIC) + ns;
}

/* Own time is the handler's, and not a cost of stacks. */
static void account(struct gprt_thread *t)
{
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);

	if (!t || now <= t->account.cpu_ns)
		return;
	t->record->handler_ns += (uint64_t)(now - t->account.cpu_ns);
	t->spent.handler_ns += (uint64_t)(now - t->account.cpu_ns);
	t->account.cpu_ns = now;
}

/* By the handler of 't', or NULL: by the thread of wall_sampler.c.  Signals blocked. */
void gprt_periodic_snapshot(struct gprt_thread *t)
{
	uint64_t due = __atomic_load_n(&next_due, __ATOMIC_RELAXED), now, ns;
	uint64_t before;

	if (due == NOBODY || gprt.state != GPRT_ON)
		return;
	now = sys_clock(CLOCK_MONOTONIC);
	if (now < due || !__atomic_compare_exchange_n(&next_due, &due, NOBODY, false,
						      __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return;
	before = sys_clock(CLOCK_THREAD_CPUTIME_ID);
	if (gprt_snapshot_try()) {
		ns = sys_clock(CLOCK_THREAD_CPUTIME_ID) - before;
		if (ns > interval() / policy.snapshot_share)
			times_doubled++;
		ns = interval();
		due = ns == NOBODY ? NOBODY : now + ns;
	}
	account(t);
	__atomic_store_n(&next_due, due, __ATOMIC_RELEASE);
}
