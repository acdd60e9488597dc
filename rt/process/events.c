/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * events.c - what instrumented code reports before and after its calls (abi.h, GPROF_PROCESS_*).
 *
 * Calls that make a process or replace it, that end it without destructors, that change which
 * signals come, give up a right or unload objects.  Each event is reported on the thread that
 * calls.
 */
#include "process/events.h"

#include "base/private_fds.h"
#include "base/process.h"
#include "base/sys.h"
#include "file/file.h"
#include "file/mapping.h"
#include "file/name.h"
#include "process/finish.h"
#include "process/fork.h"
#include "process/thread.h"
#include "record/block.h"
#include "record/modules.h"
#include "record/slot.h"
#include "record/times.h"
#include "sample/handlers.h"
#include "sample/rings.h"
#include "sample/sampler.h"
#include "sample/signals.h"

#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>
#include <sched.h>
#include <sys/prctl.h>

#define LANDLOCK_RESTRICT_SELF 446 /* the system call, Linux 5.13 */

/*
 * The calling thread is in a call that it does not return from.  A child of vfork says so of its
 * parent's thread, which takes it back.
 */
static void left(bool is)
{
	if (gprt.state == GPRT_ON && gprt_self)
		gprt_thread_flag(gprt_self, GPROF_THREAD_LEFT, is);
}

/* The calling thread's events, while the objects are there that they are of. */
static void take_events(void)
{
	uint64_t mask;

	if (gprt.state != GPRT_ON || !gprt_self || !gprt_self->rings.used)
		return;
	sys_block(&mask);
	gprt_rings_take(gprt_self);
	sys_unblock(&mask);
}

/* The executing thread's signals; a vfork child has none of ours. */
static void before_exec(void)
{
	uint64_t mask;

	if (gprt.state != GPRT_ON)
		return;
	if (gprt_sampler.ignored && gprt_sampler.on)
		gprt_action_show(); /* the new program inherits it */
	if (gprt.pid != sys_getpid())
		return;
	left(true);
	gprt_signals_hold(gprt_self);
	take_events(); /* the new program has no rings */
	gprt_lock(&mask);
	gprt_memory_store();
	gprt_unlock(&mask);
}

static void after_exec(void)
{
	if (gprt.state != GPRT_ON || gprt.pid != sys_getpid() || !gprt_self)
		return;
	left(false);
	gprt_signals_release(gprt_self);
}

static void before_spawn(void)
{
	gprt_wait_before(gprt_self);
	if (gprt.state == GPRT_ON && gprt_sampler.ignored && gprt_sampler.on)
		gprt_action_show();
}

static void after_spawn(void)
{
	if (gprt_sampler.ignored)
		gprt_action_follow(gprt_self);
	gprt_wait_after(gprt_self);
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
		gprt_helper.shares_table = true;
	if ((flags & CLONE_VM) && !(flags & CLONE_THREAD) && !gprt.pid_namespace &&
	    gprt.pid == sys_getpid())
		gprt.pid_namespace = gprt_thread_namespace();
	if (shares_counters(flags)) {
		gprt_flag(GPROF_FILE_SHARED);
		gprt_lose(GPROF_LOSS_THREADS);
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

	left(true);
	if (gprt.state != GPRT_ON || !gprt_file.in_memory || gprt.pid != sys_getpid())
		return;
	gprt_lock(&mask);
	gprt_memory_store();
	gprt_unlock(&mask);
}

/*
 * Shells and their children know no other end than _exit: without this a pool would
 * have a file of each.
 */
static void before_leave(void)
{
	before_end();
	if (gprt.state == GPRT_ON && gprt_name.pool && !gprt_file.in_memory &&
	    gprt.pid == sys_getpid())
		gprt_end();
}

static void refresh_locked(void *none)
{
	(void)none;
	gprt_modules_refresh();
}

/*
 * Before dlclose all objects become known, after it those that have gone: what comes to their
 * addresses later is not taken for them, and no rule of theirs is used for its stacks.
 */
static void refresh(void)
{
	if (gprt.state == GPRT_ON && gprt.pid == sys_getpid())
		gprt_modules_locked(refresh_locked, NULL);
}

/* Returns true if the call may take away what it needs to open a file. */
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

/* Returns true if the call may set a filter of seccomp. */
static bool filters(uint32_t flags)
{
	if (flags & GPROF_DROP_SYSCALL) {
		flags &= ~(GPROF_DROP_SYSCALL | GPROF_DROP_STRICT);
		return flags == SYS_seccomp || flags == SYS_prctl;
	}
	if (flags & GPROF_DROP_PRCTL)
		return (flags & ~(GPROF_DROP_PRCTL | GPROF_DROP_STRICT)) == PR_SET_SECCOMP;
	return flags & GPROF_DROP_FILTER;
}

/* Returns true if the call asks for the strict mode of seccomp; arguments alone do not show it. */
static bool confines(uint32_t flags)
{
	return flags & GPROF_DROP_STRICT && filters(flags);
}

/* Returns true if the call says what reading the processor's counter of time does. */
static bool takes_counter(uint32_t flags)
{
	return flags & GPROF_DROP_PRCTL &&
	       (flags & ~(GPROF_DROP_PRCTL | GPROF_DROP_STRICT)) == PR_SET_TSC;
}

static void before_drop(uint32_t flags)
{
	bool ends = filters(flags) && !gprt_helper.filters;
	uint64_t mask;

	if (gprt.state != GPRT_ON || (gprt_mapping.reserved && !ends) || !gives_up(flags) ||
	    gprt.pid != sys_getpid())
		return;
	gprt_lock(&mask);
	if (!gprt_mapping.reserved)
		gprt_mapping_reserve(gprt_blocks_span());
	if (ends)
		gprt_private_fds_forbid();
	gprt_unlock(&mask);
}

/*
 * syscall(): what is done around the function that makes the same call.  The program does not
 * repeat the call's number after it.  A handler that makes one meanwhile replaces it, but calls
 * that wait do not need it.
 */
static void before_syscall(uint32_t number)
{
	if (!gprt_self)
		return;
	gprt_self->signals.call = number;
	switch (number) {
	case SYS_rt_sigaction:
		gprt_action_before(gprt_self, SIGURG);
		break;
	case SYS_sigaltstack:
		gprt_alternate_before(gprt_self);
		break;
	case SYS_rt_sigpending:
	case SYS_rt_sigtimedwait:
	case SYS_rt_sigsuspend:
	case SYS_pselect6:
	case SYS_ppoll:
	case SYS_epoll_pwait:
		gprt_wait_before(gprt_self);
		break;
	case SYS_execve:
	case SYS_execveat:
		before_exec();
		break;
	}
}

static void after_syscall(void)
{
	uint32_t number;

	if (!gprt_self)
		return;
	number = gprt_self->signals.call;
	gprt_self->signals.call = 0;
	if (gprt_self->signals.waits)
		gprt_wait_after(gprt_self);
	switch (number) {
	case SYS_rt_sigaction:
		gprt_action_follow(gprt_self);
		gprt_handler_follow_all(gprt_self);
		break;
	case SYS_rt_sigprocmask:
		gprt_mask_follow(gprt_self);
		break;
	case SYS_signalfd4:
		gprt_signals_read(gprt_self);
		break;
	case SYS_sigaltstack:
		gprt_alternate_follow(gprt_self);
		break;
	case SYS_execve:
	case SYS_execveat:
		after_exec();
		break;
	}
}

void gprt_process(struct gprof_unit *unit, struct gprof_tls *tls, uint32_t event, uint32_t flags)
{
	switch (event) {
	case GPROF_PROCESS_RETURNED:
		gprt_fork_notice();
		left(false);
		if (!tls->view)
			gprt_register(unit, tls);
		after_syscall();
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
		if (flags & GPROF_DROP_SYSCALL)
			before_syscall(flags & ~(GPROF_DROP_SYSCALL | GPROF_DROP_STRICT));
		if (confines(flags))
			gprt_signals_confine(gprt_self);
		if (filters(flags) || takes_counter(flags))
			gprt_times_stop(confines(flags) || takes_counter(flags));
		break;
	case GPROF_PROCESS_MASK:
		gprt_mask_follow(gprt_self);
		break;
	case GPROF_PROCESS_ACTION:
		gprt_action_follow(gprt_self);
		gprt_handler_follow(gprt_self);
		break;
	case GPROF_PROCESS_ACTING:
		gprt_handler_before(gprt_self, (int)flags);
		gprt_action_before(gprt_self, (int)flags);
		break;
	case GPROF_PROCESS_SPAWN:
		before_spawn();
		break;
	case GPROF_PROCESS_SPAWNED:
		after_spawn();
		break;
	case GPROF_PROCESS_READ:
		gprt_signals_read(gprt_self);
		break;
	case GPROF_PROCESS_STACKING:
		gprt_alternate_before(gprt_self);
		break;
	case GPROF_PROCESS_STACK:
		gprt_alternate_follow(gprt_self);
		break;
	case GPROF_PROCESS_UNLOAD:
		if (gprt.pid == sys_getpid())
			take_events();
		refresh();
		break;
	case GPROF_PROCESS_UNLOADED:
		refresh();
		break;
	case GPROF_PROCESS_WAIT:
		gprt_wait_before(gprt_self);
		break;
	case GPROF_PROCESS_WAITED:
		gprt_wait_after(gprt_self);
		break;
	}
}
