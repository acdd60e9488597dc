/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sampling.h - the signal that samples come by, and threads that begin and end (sampling.c).
 *
 * docs/design/sampling.md has the reasons.
 */
#ifndef GPROF_RT_SAMPLE_SAMPLING_H
#define GPROF_RT_SAMPLE_SAMPLING_H

#include "file/file.h"
#include "record/slot.h"

struct gp_sampling {
	bool on;            /* signals may come; see gp_is_sampling */
	bool below;         /* a thread's alternate stack is, or may be, too small for a sample:
			       samples are taken on the stacks that run */
	int signal;         /* that samples come by */
	uintptr_t handler;  /* of it, as the kernel knows it */
	bool ignored;       /* the program thinks that the signal is: SIGURG only */
	bool gave;          /* the program has taken the signal for itself once */
	bool reads_signals; /* it may read signals from a descriptor */
	uint32_t events;    /* open */
	bool no_events;     /* the kernel refuses them */
	uint64_t switch_ns; /* what leaving its processor and coming back costs an event; 0:
			       not measured yet */
	uint64_t tick_ns;   /* what GPROF_CLOCK_TIMER is bound to */
	bool spares_calls;  /* no system call fails by a signal of a CPU timer */
	bool in_valgrind;
};

extern GP_HIDDEN struct gp_sampling gp_sampling;

/* Returns true if signals may come; another thread may have ended that. */
static inline bool gp_is_sampling(void)
{
	return __atomic_load_n(&gp_sampling.on, __ATOMIC_SEQ_CST);
}

/* Returns true if a thread's samples come from its event. */
static inline bool gp_is_precise(const struct gp_thread *t)
{
	return t->clock.event != 0;
}

/* handler: what the kernel is to call. */
GP_HIDDEN void gp_sampling_init(uintptr_t handler);
GP_HIDDEN void gp_handle(int sig, siginfo_t *info, void *context);
GP_HIDDEN void gp_sampling_start(struct gp_thread *t);
GP_HIDDEN void gp_sampling_stop(struct gp_thread *t);
GP_HIDDEN void gp_sampling_rest(struct gp_thread *t);

/* What the kernel is to call as the handler: gp_handle, or what makes all memory accessible
   before it, where there are protection keys (handler.c of each processor). */
GP_HIDDEN uintptr_t gp_handler_entry(void);

#endif
