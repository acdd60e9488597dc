/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * finish.c - the end of a process, or of its counting: what only then reaches the file.
 *
 * Destructors of shared objects run after those of the executable, so gp_finish() may run
 * several times; gp_end() is the last of them and merges the file into its pool.
 */
#include "process/finish.h"

#include "base/process.h"
#include "base/sys.h"
#include "file/file.h"
#include "pool/pool.h"
#include "record/block.h"
#include "record/modules.h"
#include "record/slot.h"
#include "record/times.h"
#include "sample/clock.h"
#include "sample/handlers.h"
#include "sample/sampling.h"

/* What the end takes, from 'start' on, is not the program's: the next sample, of a destructor
   or of our last system call, does not weigh it.  Signals blocked. */
static void leave_out_end(uint64_t start)
{
	struct gp_thread *t = gp_self;

	if (!t || !gp_sampling.on)
		return;
	t->account.cpu_ns += (int64_t)(sys_clock(CLOCK_THREAD_CPUTIME_ID) - start);
	t->account.system_ns = gp_system_time();
}

/* With the lock held. */
void gp_end_pool(void)
{
	uint64_t start;

	if (!gp_pool_is_due())
		return;
	start = sys_clock(CLOCK_THREAD_CPUTIME_ID);
	if (gp_self)
		gp_sampling_stop(gp_self);
	gp_pool_end();
	leave_out_end(start);
}

static void finish_locked(void *in_handler)
{
	uint64_t start = sys_clock(CLOCK_THREAD_CPUTIME_ID);
	struct rusage usage;

	if (gp.state == GP_ON && gp.pid == sys_getpid()) {
		gp_modules_refresh();
		gp_threads_end(*(const bool *)in_handler);
		gp_times_finish((uintptr_t)__builtin_frame_address(0));
		for (const struct gp_unit *u = gp_units.first; u; u = u->next)
			gp_shared_store(u);
		if (sys_getrusage(RUSAGE_SELF, &usage) >= 0) {
			gp_file.header->user_ns = sys_timeval_ns(&usage.ru_utime);
			gp_file.header->system_ns = sys_timeval_ns(&usage.ru_stime);
		}
		gp_file.header->end_ns = sys_clock(CLOCK_REALTIME);
		gp_memory_store();
	}
	leave_out_end(start);
}

void gp_finish(void)
{
	bool in_handler;
	uint64_t mask;

	sys_block(&mask);
	in_handler = gp_may_be_in_handler(mask);
	if (gp.state == GP_ON && gp_self)
		gp_sampling_rest(gp_self);
	sys_unblock(&mask);
	gp_modules_locked(finish_locked, &in_handler);
}

/* The end of everything: no code of a unit that is known of will run. */
void gp_end(void)
{
	uint64_t mask;

	gp_finish();
	gp_lock(&mask);
	gp_end_pool();
	gp_unlock(&mask);
}
