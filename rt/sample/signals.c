/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * signals.c - the sampling signal beside the program's masks and actions.
 *
 * Instrumented code calls the runtime after it has changed a mask or an action, and around calls
 * that take pending signals or wait with another mask (abi.h).
 *
 * Who blocks nearly all signals, as programs do for their worker threads, does not mean
 * one that it knows nothing of, so ours is unblocked again: the thread is 'opened', and
 * sampled like any other.  Should the program be sent such a signal after all, the
 * handler blocks it, as the program had it, and sends it again; the thread stays so.
 *
 * Where the signal stays blocked a sample is pending.  sigwait would return it, and
 * ppoll fail because of it: before such calls it is taken, and the next is far away.
 *
 * When a program takes the signal for itself, the clocks of all its threads end until it
 * gives it back; only those threads that have a timer are sampled again then.  Set to the
 * default or ignored, it is ours again.  When the program asks for the action of SIGURG, and
 * before it executes another that inherits it, the action is for that moment what it would
 * be without us.
 *
 * A thread that has the signal blocked by name is not sampled while the program may read
 * signals from a descriptor, nor is one in the strict mode of seccomp, which may not return
 * from a handler.
 *
 * Each thread for itself, on its stack, in any of its code but handlers of ours.
 */
#include "sample/signals.h"

#include "base/message.h"
#include "base/process.h"
#include "base/processor.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"
#include "record/slot.h"
#include "sample/clock.h"
#include "sample/sampler.h"

#include <elf.h>
#include <gprof-llvm/format.h>
#include <ucontext.h>

#define WIDE 16u /* of 31 signals: about half of those that can be blocked */
#define HANDLER_ROOM 1024u /* bytes that our handler takes of the stack that a signal comes on */

#define OLD_FRAME 2048u /* the kernel's, where it does not say */

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

static bool some_small;  /* an alternate stack was too small for a sample */
static bool some_opened; /* some thread is, or was, opened */

static uint64_t signal_bit(void)
{
	return 1ull << (gprt_sampler.signal - 1);
}

/* A mask that names signals by the dozen was made by sigfillset. */
static bool is_wide(uint64_t mask)
{
	unsigned n = 0;

	for (uint32_t rest = (uint32_t)(mask & ~signal_bit()) & 0x7fffffff; rest; rest &= rest - 1)
		n++;
	return n >= WIDE;
}

static uint64_t thread_mask(void)
{
	uint64_t mask = 0;

	gprt_syscall4(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)&mask, sizeof(mask));
	return mask;
}

/* The calling thread is sampled, and of this process: not a child of vfork. */
static bool concerns(const struct gprt_thread *t)
{
	return t && gprt.state == GPRT_ON && gprt_sampler.signal &&
	       (t->clock.event || t->clock.timer >= 0) &&
	       gprt.pid == sys_getpid();
}

/* The same, and nothing keeps it from having signals. */
static bool has_signals(const struct gprt_thread *t)
{
	return concerns(t) && !t->signals.taken_over;
}

/* The thread is sampled no more, until the signal is given back. */
static void halt(struct gprt_thread *t)
{
	uint64_t mask;

	if (t->signals.taken_over)
		return;
	t->signals.taken_over = true;
	sys_block(&mask);
	gprt_clock_halt(t);
	if (t->signals.opened)
		mask |= signal_bit();
	t->signals.opened = false;
	sys_unblock(&mask);
}

/* For a new thread: it has the mask of its creator, which may have been opened. */
void gprt_mask_start(struct gprt_thread *t)
{
	t->signals.opened = t->signals.kept = t->signals.waits = t->signals.taken_over = false;
	t->signals.acts = false;
}

/* The thread's mask may have changed. */
void gprt_mask_follow(struct gprt_thread *t)
{
	uint64_t bit, mask;

	if (!has_signals(t) || t->signals.kept)
		return;
	bit = signal_bit();
	mask = thread_mask();
	if (!is_wide(mask)) {
		t->signals.opened = false;
		if ((mask & bit) && gprt_sampler.reads_signals)
			halt(t);
		return;
	}
	t->signals.opened |= (mask & bit) || some_opened;
	if (!(mask & bit))
		return;
	some_opened = true;
	gprt_syscall4(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&bit, 0, sizeof(bit));
}

/*
 * In the handler, of a signal that is not ours: whether the program has it blocked.  Then
 * it is pending from now on.
 */
bool gprt_mask_close(struct gprt_thread *t, const siginfo_t *info, void *context)
{
	ucontext_t *u = context;
	uint64_t mask;

	if (!t->signals.opened)
		return false;
	t->signals.opened = false;
	gprt_copy(&mask, &u->uc_sigmask, sizeof(mask));
	if (!is_wide(mask))
		return false; /* the mask of before, by siglongjmp or a handler's end */
	t->signals.kept = true;
	mask |= signal_bit();
	gprt_copy(&u->uc_sigmask, &mask, sizeof(mask));
	gprt_signal_back(info);
	return true;
}

/* A call comes that takes pending signals, or has a mask of its own. */
void gprt_wait_before(struct gprt_thread *t)
{
	uint64_t mask;

	if (!has_signals(t) || (!t->signals.opened && !(thread_mask() & signal_bit())))
		return;
	sys_block(&mask);
	gprt_clock_hold(t);
	if (t->signals.opened)
		mask |= signal_bit();
	t->signals.waits = true;
	sys_unblock(&mask);
}

/* It is over; not called where a handler has left it by longjmp. */
void gprt_wait_after(struct gprt_thread *t)
{
	uint64_t mask;

	if (!concerns(t) || !t->signals.waits)
		return;
	sys_block(&mask);
	if (!t->signals.taken_over)
		gprt_clock_release(t);
	if (t->signals.opened)
		mask &= ~signal_bit();
	t->signals.waits = false;
	sys_unblock(&mask);
}

/* The program that the thread executes would die of a signal. */
void gprt_signals_hold(struct gprt_thread *t)
{
	uint64_t mask;

	gprt_wait_before(t); /* and the mask */
	if (!has_signals(t))
		return;
	sys_block(&mask);
	gprt_clock_hold(t);
	sys_unblock(&mask);
}

/* It executes nothing. */
void gprt_signals_release(struct gprt_thread *t)
{
	uint64_t mask;

	if (has_signals(t)) {
		sys_block(&mask);
		gprt_clock_release(t);
		sys_unblock(&mask);
	}
	gprt_wait_after(t);
	gprt_action_follow(t);
}

/* For each other thread that has a clock. */
static void each_other(const struct gprt_thread *self, void (*f)(struct gprt_thread *t))
{
	uint64_t mask;

	gprt_lock(&mask);
	for (struct gprt_thread *t = gprt_slots.first; t; t = t->next)
		if (t != self && t->tid && !t->signals.taken_over)
			f(t);
	gprt_unlock(&mask);
}

/* Once: the program keeps the signal for itself, as a rule. */
static void say_given(void)
{
	uint64_t mask;

	gprt_lock(&mask);
	if (!gprt_sampler.gave) {
		gprt_sampler.gave = true;
		gprt_flag(GPROF_FILE_NO_SAMPLES);
		gprt_say("the program uses ", gprt_sampler.signal == SIGURG ? "SIGURG" : "SIGPROF",
			 " itself: sampling stopped; counts continue", "");
	}
	gprt_unlock(&mask);
}

/* Gives the signal to the program, which has set a handler of its own: all threads' signals end. */
static void give(struct gprt_thread *t)
{
	if (__atomic_exchange_n(&gprt_sampler.on, false, __ATOMIC_SEQ_CST))
		each_other(t, gprt_clock_end);
	halt(t);
	say_given();
}

/* The action that the program would have without us. */
void gprt_action_show(void)
{
	struct gprt_sigaction action;

	gprt_clear(&action, sizeof(action));
	action.handler = gprt_sampler.ignored ? (uintptr_t)SIG_IGN : (uintptr_t)SIG_DFL;
	sys_sigaction(gprt_sampler.signal, &action, NULL);
}

/*
 * The action of a signal is asked for or set.  By default SIGURG is ignored, so signals of other
 * threads that come meanwhile are lost and do no harm.  None of this thread comes: after the call
 * it would meet the program's handler, which ends it if that was set without a way back
 * (SA_RESTORER).
 */
void gprt_action_before(struct gprt_thread *t, int sig)
{
	struct gprt_sigaction action;
	uint64_t mask;

	if (sig != SIGURG || gprt_sampler.signal != SIGURG || !concerns(t) ||
	    sys_sigaction(sig, NULL, &action) < 0 || action.handler != gprt_sampler.handler)
		return;
	if (has_signals(t)) {
		sys_block(&mask);
		gprt_clock_hold(t);
		t->signals.acts = true;
		sys_unblock(&mask);
	}
	gprt_action_show();
}

/* The action is ours again, or still. */
static void end_action(struct gprt_thread *t)
{
	uint64_t mask;

	if (!t->signals.acts)
		return;
	sys_block(&mask);
	t->signals.acts = false;
	if (!t->signals.taken_over)
		gprt_clock_release(t);
	sys_unblock(&mask);
}

static bool is_no_handler(uintptr_t handler)
{
	return handler == (uintptr_t)SIG_DFL || handler == (uintptr_t)SIG_IGN;
}

/* Sets the action of the signal to ours. */
void gprt_action_set(void)
{
	struct gprt_sigaction action;

	action.handler = gprt_sampler.handler;
	action.flags = SA_SIGINFO | SA_RESTART | GPRT_SA_RESTORER;
	/* With this flag valgrind makes no room on a thread's own stack. */
	if (!gprt_sampler.below && !gprt_sampler.in_valgrind)
		action.flags |= SA_ONSTACK;
	action.restorer = gprt_restorer;
	action.mask = ~0ull;
	gprt_sampler.on = sys_sigaction(gprt_sampler.signal, &action, NULL) >= 0;
}

/* An action may have changed. */
void gprt_action_follow(struct gprt_thread *t)
{
	struct gprt_sigaction action;
	bool given;

	if (!concerns(t) || sys_sigaction(gprt_sampler.signal, NULL, &action) < 0)
		return;
	given = !gprt_is_sampling();
	if (action.handler == (uintptr_t)SIG_IGN && gprt_sampler.signal != SIGURG)
		return;
	if (is_no_handler(action.handler) && gprt_sampler.signal == SIGURG) {
		gprt_sampler.ignored = action.handler == (uintptr_t)SIG_IGN;
		gprt_action_set();
	} else if (action.handler != gprt_sampler.handler) {
		t->signals.acts = false;
		give(t);
		return;
	}
	gprt_sampler.on = true;
	end_action(t);
	if (given)
		each_other(t, gprt_clock_resume);
	if (!t->signals.taken_over)
		return;
	t->signals.taken_over = false;
	gprt_clock_release(t);
	gprt_mask_follow(t);
}

/* Pending signals may be read from a descriptor from now on. */
void gprt_signals_read(struct gprt_thread *t)
{
	gprt_sampler.reads_signals = true;
	gprt_mask_follow(t);
}

/* The thread may make no call any more but read, write, exit and the return from a handler. */
void gprt_signals_confine(struct gprt_thread *t)
{
	uint64_t mask;

	if (!concerns(t))
		return;
	sys_block(&mask);
	gprt_say("strict seccomp: ", "sampling of this thread stopped; its counts continue", "",
		 "");
	sys_unblock(&mask);
	halt(t);
}

/* Where samples are taken: on alternate stacks, or below whatever runs. */
static void choose_stack(bool below)
{
	struct gprt_sigaction action;

	if (gprt_sampler.below == below)
		return;
	gprt_sampler.below = below;
	if (sys_sigaction(gprt_sampler.signal, NULL, &action) >= 0 &&
	    action.handler == gprt_sampler.handler)
		gprt_action_set();
}

static bool is_small(void)
{
	size_t frame = gprt_auxv(AT_MINSIGSTKSZ);
	stack_t stack;

	if (gprt_syscall3(SYS_sigaltstack, 0, (long)&stack, 0) < 0 || stack.ss_flags & SS_DISABLE)
		return false;
	return stack.ss_size < (frame ? frame : OLD_FRAME) + HANDLER_ROOM;
}

/*
 * A program may have an alternate stack that is too small for a signal of this processor, as
 * long as none comes.  So from before it is set none of ours comes there, and none ever if
 * it turns out to be small: other stacks of the thread have more room.
 */
void gprt_alternate_before(const struct gprt_thread *t)
{
	if (concerns(t))
		choose_stack(true);
}

void gprt_alternate_follow(const struct gprt_thread *t)
{
	if (!concerns(t))
		return;
	some_small |= is_small();
	choose_stack(some_small);
}
