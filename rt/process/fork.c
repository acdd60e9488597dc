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
#include "internal.h"

#include <sched.h>
#include <sys/prctl.h>

#define LANDLOCK_RESTRICT_SELF 446 /* the system call, Linux 5.13 */

extern __attribute__((weak)) int __register_atfork(void (*prepare)(void), void (*parent)(void),
						   void (*child)(void), void *dso);

static void prepare(void)
{
	uint64_t mask;

	sys_block(&mask);
	gp_lock_word(&gp.snapshot_lock);
	gp_lock_word(&gp.lock);
	gp.fork_mask = mask;
}

static void parent(void)
{
	uint64_t mask = gp.fork_mask;

	gp_unlock_word(&gp.lock);
	gp_unlock_word(&gp.snapshot_lock);
	sys_unblock(&mask);
}

static void make_private(uintptr_t at, size_t size)
{
	sys_mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

/* The threads that stayed in the parent, and what reports on them. */
static void drop_threads(void)
{
	for (struct gp_thread *t = gp.threads; t; t = t->next) {
		/* Neither is inherited. */
		t->timer = -1;
		t->event = 0;
		t->young = t->spared = false;
		gp_sampling_stop(t);
	}
	gp.threads = gp.probe = gp.free_threads = NULL;
	gp.nthreads = gp.sweep_at = 0;
	gp.events = gp.apart_lock = 0;
	gp.stuck = false;
	for (struct gp_unit *u = gp.units; u; u = u->next)
		u->shared = NULL;
}

static void renew_view(struct gp_view *v)
{
	struct gp_unit *u = v->unit;
	uintptr_t at = v->block;

	v->offset = 0;
	if (!u->span || !v->placed)
		return;
	if (!at) {
		v->image = NULL; /* the parent's */
		if (!u->gone)
			gp_clear(u->start, (size_t)(u->stop - u->start));
		if (gp.state == GP_ON)
			gp_share(v);
		return;
	}
	make_private(at, u->span);
	if (gp.state == GP_ON && gp_block_map(v, at) == 0)
		u->shared = v;
	else
		v->block = at;
}

static int renew_thread(struct gp_thread *t)
{
	t->next = NULL;
	t->index = 0;
	gp_arcs_reset(t);
	gp_tallies_init(t);
	t->tid = sys_gettid();
	t->pid = gp.pid;
	t->hidden = false;
	if (gp.state != GP_ON || gp_thread_record(t) < 0)
		return -1;
	gp.threads = t;
	gp.nthreads = 1;
	t->record->tid = (uint32_t)t->tid;
	t->record->threads = 1;
	gp_thread_name(t);
	return 0;
}

/* What the new file of a child has of its parent's. */
static void forked_file(void)
{
	gp_modules_forked();
	gp_cells_forked();
}

static void child(void)
{
	uint64_t mask = gp.fork_mask;
	uint64_t run_id = gp.header ? gp.header->run_id : 0;
	uint32_t depth = gp.header ? gp.header->fork_depth : 0;
	struct gp_thread *t = gp_self;

	if (gp.state == GP_ON) {
		gp.pid = sys_getpid();
		gp.pid_namespace = gp_thread_namespace();
		gp.paused = gp_snapshot_stopped();
		gp_snapshot_forked();
		drop_threads();
		gp.waiter = 0; /* it stayed in the parent */
		gp_file_close();
		gp_start_file(run_id, depth + 1);
		if (gp.no_base)
			gp_flag(GPROF_FILE_NO_GS);
		if (!gp.sampling && gp.gave)
			gp_flag(GPROF_FILE_NO_SAMPLES);
		if (gp.state == GP_ON)
			forked_file();
		else
			gp.header = NULL;
		if (t && renew_thread(t) < 0)
			gp.state = GP_OFF;
		for (struct gp_view *v = t ? t->views : NULL; v; v = v->next)
			renew_view(v);
		if (t && gp.state == GP_ON)
			gp_sampling_start(t);
	}
	if (gp.origin)
		*gp.origin = 1;
	gp.lock = gp.snapshot_lock = 0; /* nobody of this process waits for them */
	sys_unblock(&mask);
}

/*
 * A page that the kernel clears in a forked child, and in no other: not in one of
 * vfork or of clone with shared memory, whose counts are those of its parent.
 */
static void make_origin(void)
{
	long at = sys_mmap(0, GPROF_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			   0);

	if (sys_failed(at))
		return;
	if (gp_syscall3(SYS_madvise, at, GPROF_PAGE, MADV_WIPEONFORK) < 0) {
		sys_munmap((uintptr_t)at, GPROF_PAGE);
		return;
	}
	gp.origin = (uint32_t *)at;
	*gp.origin = 1;
}

void gp_fork_init(void)
{
	make_origin();
	if (__register_atfork)
		__register_atfork(prepare, parent, child, NULL);
}

/*
 * Whatever made this process ran no handlers: it becomes a child now.  A lock that
 * another thread of the parent held is nobody's here.
 */
void gp_fork_notice(void)
{
	uint64_t mask;

	if (!gp.origin || *gp.origin)
		return;
	sys_block(&mask);
	gp.fork_mask = mask;
	child();
}

/* The executing thread's signals; a vfork child has none of ours. */
static void before_exec(void)
{
	uint64_t mask;

	if (gp.state != GP_ON)
		return;
	if (gp.ignored && gp.sampling)
		gp_action_show(); /* the new program inherits it */
	if (gp.pid != sys_getpid())
		return;
	gp_wait_before(gp_self); /* and the mask */
	sys_block(&mask);
	if (gp_self)
		gp_clock_hold(gp_self);
	sys_unblock(&mask);
	gp_lock(&mask);
	gp_memory_store();
	gp_unlock(&mask);
}

static void after_exec(void)
{
	uint64_t mask;

	if (gp.state != GP_ON || gp.pid != sys_getpid() || !gp_self)
		return;
	sys_block(&mask);
	gp_clock_release(gp_self);
	sys_unblock(&mask);
	gp_wait_after(gp_self);
	gp_action_follow(gp_self);
}

static void before_spawn(void)
{
	gp_wait_before(gp_self);
	if (gp.state == GP_ON && gp.ignored && gp.sampling)
		gp_action_show();
}

static void after_spawn(void)
{
	if (gp.ignored)
		gp_action_follow(gp_self);
	gp_wait_after(gp_self);
}

/*
 * A thread that shares its parent's memory and, without a thread-local area of its
 * own, its counters; unless the parent waits until it is gone.
 */
static bool shares_counters(uint32_t flags)
{
	return (flags & CLONE_VM) && !(flags & (CLONE_SETTLS | CLONE_VFORK));
}

static void before_clone(struct gprof_tls *tls, uint32_t flags)
{
	if ((flags & CLONE_FILES) && !(flags & CLONE_THREAD))
		gp.shares_table = true;
	if (shares_counters(flags)) {
		gp_flag(GPROF_FILE_SHARED);
		gp_lose(GPROF_LOSS_THREADS);
	}
	/* The child's first function is to enter, and so to find out. */
	if (!(flags & CLONE_VM) && tls->view > GPROF_VIEW_OFF)
		tls->view = 0;
}

/*
 * With a file there is nothing to do, and no system call is made: the program may
 * have denied itself all but this end.
 */
static void before_end(void)
{
	uint64_t mask;

	if (gp.state != GP_ON || !gp.in_memory || gp.pid != sys_getpid())
		return;
	gp_lock(&mask);
	gp_memory_store();
	gp_unlock(&mask);
}

/*
 * Shells and their children know no other end than _exit: without this a pool would
 * have a file of each.
 */
static void before_leave(void)
{
	before_end();
	if (gp.state == GP_ON && gp.pool && !gp.in_memory && gp.pid == sys_getpid())
		gp_end();
}

/* Whether the call may take away what it needs to open a file. */
static bool gives_up(uint32_t flags)
{
	static const uint16_t calls[] = { SYS_setuid, SYS_setreuid, SYS_setresuid, SYS_setgid,
					  SYS_setregid, SYS_setresgid, SYS_setgroups,
					  SYS_setfsuid, SYS_setfsgid, SYS_chroot, SYS_pivot_root,
					  SYS_unshare, SYS_setns, SYS_prctl, SYS_capset,
					  SYS_seccomp, LANDLOCK_RESTRICT_SELF };
	static const uint8_t options[] = { PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, PR_CAPBSET_DROP,
					   PR_SET_SECUREBITS, PR_CAP_AMBIENT };
	uint32_t number = flags & ~(GPROF_DROP_SYSCALL | GPROF_DROP_PRCTL | GPROF_DROP_STRICT);

	if (flags & GPROF_DROP_SYSCALL) {
		for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
			if (calls[i] == number)
				return true;
		return false;
	}
	if (!(flags & GPROF_DROP_PRCTL))
		return true;
	for (size_t i = 0; i < sizeof(options); i++)
		if (options[i] == number)
			return true;
	return false;
}

/* Whether the call may set a filter of seccomp. */
static bool filters(uint32_t flags)
{
	if (flags & GPROF_DROP_SYSCALL) {
		flags &= ~GPROF_DROP_SYSCALL;
		return flags == SYS_seccomp || flags == SYS_prctl;
	}
	if (flags & GPROF_DROP_PRCTL)
		return (flags & ~(GPROF_DROP_PRCTL | GPROF_DROP_STRICT)) == PR_SET_SECCOMP;
	return flags & GPROF_DROP_FILTER;
}

static void before_drop(uint32_t flags)
{
	bool ends = filters(flags) && !gp.filters;
	uint64_t mask;

	if (gp.state != GP_ON || (gp.reserved && !ends) || !gives_up(flags) ||
	    gp.pid != sys_getpid())
		return;
	gp_lock(&mask);
	if (!gp.reserved)
		gp_space_reserve();
	if (ends)
		gp_apart_end();
	gp_unlock(&mask);
}

void gp_process(struct gprof_unit *unit, struct gprof_tls *tls, uint32_t event, uint32_t flags)
{
	switch (event) {
	case GPROF_PROCESS_RETURNED:
		gp_fork_notice();
		if (!tls->view)
			gp_register(unit, tls);
		break;
	case GPROF_PROCESS_CLONE:
		before_clone(tls, flags);
		break;
	case GPROF_PROCESS_EXEC:
		before_exec();
		break;
	case GPROF_PROCESS_STAYED:
		after_exec();
		break;
	case GPROF_PROCESS_END:
		before_end();
		break;
	case GPROF_PROCESS_LEAVE:
		before_leave();
		break;
	case GPROF_PROCESS_DROP:
		before_drop(flags);
		if (flags & GPROF_DROP_STRICT && flags & GPROF_DROP_PRCTL)
			gp_signals_confine(gp_self);
		break;
	case GPROF_PROCESS_MASK:
		gp_mask_follow(gp_self);
		break;
	case GPROF_PROCESS_ACTION:
		gp_action_follow(gp_self);
		break;
	case GPROF_PROCESS_ACTING:
		gp_action_before(gp_self, (int)flags);
		break;
	case GPROF_PROCESS_SPAWN:
		before_spawn();
		break;
	case GPROF_PROCESS_SPAWNED:
		after_spawn();
		break;
	case GPROF_PROCESS_READ:
		gp_signals_read(gp_self);
		break;
	case GPROF_PROCESS_STACKING:
		gp_alternate_before(gp_self);
		break;
	case GPROF_PROCESS_STACK:
		gp_alternate_follow(gp_self);
		break;
	case GPROF_PROCESS_WAIT:
		gp_wait_before(gp_self);
		break;
	case GPROF_PROCESS_WAITED:
		gp_wait_after(gp_self);
		break;
	}
}
