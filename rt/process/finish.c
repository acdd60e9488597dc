/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * finish.c - the end of a process, or of its counting: what only then reaches the file.
 *
 * Destructors of shared objects run after the executable's, so gprt_finish() may run
 * several times; gprt_end() is the last of them and merges the file into its pool.
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
#include "sample/rings.h"
#include "sample/sampler.h"

/* The time of the end, from 'start' on, is not the program's: the next sample, of a destructor
   or of our last system call, does not weigh it.  Signals blocked. */
static void leave_out_end(uint64_t start)
{
	struct gprt_thread *t = gprt_self;

	if (!t || !gprt_sampler.on)
		return;
	t->account.cpu_ns += (int64_t)(sys_clock(CLOCK_THREAD_CPUTIME_ID) - start);
	t->account.system_ns = gprt_system_time();
}

/* With the lock held. */
void gprt_end_pool(void)
{
	uint64_t start;

	if (!gprt_pool_is_due())
		return;
	start = sys_clock(CLOCK_THREAD_CPUTIME_ID);
	if (gprt_self)
		gprt_sampler_stop(gprt_self);
	gprt_pool_end();
	leave_out_end(start);
}

static void finish_locked(void *in_handler)
{
	uint64_t start = sys_clock(CLOCK_THREAD_CPUTIME_ID);
	struct rusage usage;

	if (gprt.state == GPRT_ON && gprt.pid == sys_getpid()) {
		gprt_modules_refresh();
		gprt_threads_end(*(const bool *)in_handler);
		gprt_rings_finish();
		gprt_times_finish((uintptr_t)__builtin_frame_address(0));
		for (const struct gprt_unit *u = gprt_units.first; u; u = u->next)
			gprt_shared_store(u);
		if (sys_getrusage(RUSAGE_SELF, &usage) >= 0) {
			gprt_file.header->user_ns = sys_timeval_ns(&usage.ru_utime);
			gprt_file.header->system_ns = sys_timeval_ns(&usage.ru_stime);
		}
		gprt_file.header->end_ns = sys_clock(CLOCK_REALTIME);
		gprt_memory_store();
	}
	leave_out_end(start);
}

void gprt_finish(void)
{
	bool in_handler;
	uint64_t mask;

	sys_block(&mask);
	in_handler = gprt_may_be_in_handler(mask);
	if (gprt.state == GPRT_ON && gprt_self) {
		gprt_sampler_flush(gprt_self);
		if (gprt_self->rings.used && gprt.pid == sys_getpid())
			gprt_rings_end(gprt_self);
	}
	sys_unblock(&mask);
	gprt_modules_locked(finish_locked, &in_handler);
}

/* The end of everything: no code of a unit that is known of will run. */
void gprt_end(void)
{
	uint64_t mask;

	gprt_finish();
	gprt_lock(&mask);
	gprt_end_pool();
	gprt_unlock(&mask);
}
