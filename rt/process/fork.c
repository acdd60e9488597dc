/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fork.c - a forked child gets a profile of its own.
 *
 * The child is born with its parent's mappings, so before any instrumented code
 * runs in it the forking thread's blocks are replaced, at the same addresses, by
 * pages of a new file (or, without one, by private memory): no count of the child
 * may reach the parent's file.  The handlers run first in the child because
 * they are registered first, from the constructor; signals stay blocked from
 * before the fork until the child is ready.
 *
 * _Fork, clone and a raw system call run no handlers.  Instrumented code that calls
 * them asks afterwards whether it is in a child (abi.h); a child of clone, which
 * begins in a function, finds out when it enters that.
 */
#include "process/fork.h"

#include "base/options.h"
#include "base/private_fds.h"
#include "base/process.h"
#include "base/sys.h"
#include "file/descriptor.h"
#include "file/file.h"
#include "process/begin.h"
#include "record/arcs.h"
#include "record/block.h"
#include "record/modules.h"
#include "record/slot.h"
#include "record/snapshot.h"
#include "record/times.h"
#include "record/unload.h"
#include "sample/event.h"
#include "sample/handlers.h"
#include "sample/rings.h"
#include "sample/sampler.h"
#include "sample/wall_sampler.h"
#include "unwind/stack.h"

#include <gprof-llvm/format.h>

static uint64_t fork_mask; /* signal mask of the thread that forks */
static bool fork_streams;  /* it has the lock of all streams */
static uint32_t *origin;   /* 1; 0 in a forked child that does not know it yet; a page of its
			      own, NULL if the kernel cannot do that */

extern __attribute__((weak)) int __register_atfork(void (*prepare)(void), void (*parent)(void),
						   void (*child)(void), void *dso);

/* glibc: what fork() asks whether there are threads (2.32), and its lock of the list of streams. */
extern __attribute__((weak)) char __libc_single_threaded;
extern __attribute__((weak)) void _IO_list_lock(void);
extern __attribute__((weak)) void _IO_list_unlock(void);

/*
 * In a process with threads fork() takes the lock of all streams after these handlers.  Who has it
 * may be in a function of the program, by which fflush(NULL) writes a stream, and wait for our
 * lock.  So that one is taken first, and once more by fork(), which frees it in the child.
 */
static bool has_streams(void)
{
	return &__libc_single_threaded && !__libc_single_threaded && _IO_list_lock &&
	       _IO_list_unlock;
}

static void prepare(void)
{
	bool streams = has_streams();
	uint64_t mask;

	if (streams)
		_IO_list_lock(); /* handlers run while it is waited for, as in fork() */
	sys_block(&mask);
	gprt_lock_word(&gprt_snapshots.lock);
	gprt_lock_word(&gprt.lock);
	fork_mask = mask;
	fork_streams = streams;
}

static void parent(void)
{
	uint64_t mask = fork_mask;
	bool streams = fork_streams;

	gprt_unlock_word(&gprt.lock);
	gprt_unlock_word(&gprt_snapshots.lock);
	sys_unblock(&mask);
	if (streams)
		_IO_list_unlock();
}

static void make_private(uintptr_t at, size_t size)
{
	sys_mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

/* The threads that stayed in the parent, and their records. */
static void drop_threads(void)
{
	for (struct gprt_thread *t = gprt_slots.first; t; t = t->next) {
		/* Neither is inherited. */
		t->clock.timer = -1;
		t->clock.event = 0;
		t->clock.starting = t->clock.event_paused = false;
		gprt_rings_forget(t);
		gprt_sampler_stop(t);
	}
	gprt_slots.first = gprt_slots.probe = gprt_slots.free = NULL;
	gprt_slots.n = gprt_slots.sweep_at = 0;
	gprt_slots.ended = false;
	gprt_events_in_child();
	gprt_private_fds_in_child();
	for (struct gprt_unit *u = gprt_units.first; u; u = u->next)
		u->shared = NULL;
}

static void renew_view(struct gprt_view *v)
{
	struct gprt_unit *u = v->unit;
	uintptr_t at = v->block;

	v->offset = 0;
	if (!u->span || !v->placed)
		return;
	if (!at) {
		v->image = NULL; /* the parent's */
		if (!u->gone)
			gprt_clear(u->start, (size_t)(u->stop - u->start));
		if (gprt.state == GPRT_ON && gprt_share(v) < 0)
			gprt_counts_lost();
		return;
	}
	make_private(at, u->span);
	if (gprt.state != GPRT_ON)
		return;
	if (gprt_block_map(v, at) == 0) {
		u->shared = v;
	} else {
		v->block = at;
		gprt_counts_lost();
	}
}

static int renew_thread(struct gprt_thread *t)
{
	t->next = NULL;
	t->index = 0;
	gprt_arcs_reset(t);
	gprt_times_forked(t);
	gprt_tallies_init(t);
	t->tid = sys_gettid();
	t->pid = gprt.pid;
	t->hidden = false;
	if (gprt.state != GPRT_ON || gprt_thread_record(t) < 0)
		return -1;
	gprt_slots.first = t;
	gprt_slots.n = 1;
	t->record->tid = (uint32_t)t->tid;
	t->record->threads = 1;
	gprt_thread_flag(t, GPROF_THREAD_FORKED, gprt_may_be_in_handler(fork_mask));
	gprt_thread_name(t);
	return 0;
}

/* The parts of its parent's file that a child's new file has. */
static void forked_file(bool threads)
{
	gprt_modules_forked(threads);
	gprt_cells_forked();
}

/* Returns true if the parent has, or had, other threads than the one that this one is of. */
static bool had_threads(void)
{
	return &__libc_single_threaded ? !__libc_single_threaded : gprt_slots.n > 1;
}

static void child(void)
{
	uint64_t mask = fork_mask;
	uint64_t run_id = gprt_file.header ? gprt_file.header->run_id : 0;
	uint32_t depth = gprt_file.header ? gprt_file.header->fork_depth : 0;
	struct gprt_thread *t = gprt_self;
	bool threads = had_threads();

	if (gprt.state == GPRT_ON) {
		gprt.pid = sys_getpid();
		gprt.pid_namespace = 0;
		gprt_options.paused = gprt_snapshot_stopped();
		gprt_snapshot_forked();
		drop_threads();
		gprt_wall_sampler_in_child();
		gprt_file_close();
		gprt_start_file(run_id, depth + 1, gprt_blocks_span());
		if (gprt_units.no_base)
			gprt_flag(GPROF_FILE_NO_GS);
		if (!gprt_sampler.on && gprt_sampler.gave)
			gprt_flag(GPROF_FILE_NO_SAMPLES);
		if (gprt.state == GPRT_ON)
			forked_file(threads);
		else
			gprt_file.header = NULL;
		if (t && renew_thread(t) < 0)
			gprt.state = GPRT_OFF;
		for (struct gprt_view *v = t ? t->views : NULL; v; v = v->next)
			renew_view(v);
		if (t && gprt.state == GPRT_ON) {
			gprt_rings_open(t);
			gprt_sampler_start(t);
		}
	}
	if (origin)
		*origin = 1;
	gprt.lock = gprt_snapshots.lock = 0; /* nobody of this process waits for them */
	if (t && gprt.state == GPRT_ON)
		gprt_handlers_forked(t); /* which may take the lock */
	sys_unblock(&mask);
}

/*
 * A page that the kernel clears in a forked child, and in no other: not in one of
 * vfork or of clone with shared memory, which counts into its parent's file.
 */
static void make_origin(void)
{
	long at = sys_mmap(0, GPROF_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			   0);

	if (sys_failed(at))
		return;
	if (gprt_syscall3(SYS_madvise, at, GPROF_PAGE, MADV_WIPEONFORK) < 0) {
		sys_munmap((uintptr_t)at, GPROF_PAGE);
		return;
	}
	origin = (uint32_t *)at;
	*origin = 1;
}

void gprt_fork_init(void)
{
	make_origin();
	if (__register_atfork)
		__register_atfork(prepare, parent, child, NULL);
}

bool gprt_fork_is_unnoticed(void)
{
	return origin && !*origin;
}

/*
 * Whatever made this process ran no handlers: it becomes a child now.  A lock that
 * another thread of the parent held is nobody's here.
 */
void gprt_fork_notice(void)
{
	uint64_t mask;

	if (!origin || *origin)
		return;
	sys_block(&mask);
	fork_mask = mask;
	child();
}
