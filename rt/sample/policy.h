/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * policy.h - the constants by which the runtime chooses when to take samples, and their weights.
 *
 * Each has its unit and its reason here; docs/design/sampling.md has the measurements.  All are
 * known when the runtime is compiled, so the struct is in no program.
 *
 * A share is a divisor: 90 is one part in 90 of the CPU time.
 */
#ifndef GPROF_RT_SAMPLE_POLICY_H
#define GPROF_RT_SAMPLE_POLICY_H

#include <stdint.h>

#define GPRT_MS 1000000ull /* ns */

struct gprt_policy {
	/* How many samples a process takes with rate=auto (budget.c). */
	uint64_t credit_ns;        /* CPU time that samples may cost before the rate falls */
	uint64_t budget_share;     /* of the CPU time that they may cost from then on */
	uint64_t horizon_ns;       /* CPU time in which a debt or a saving is made up for */
	unsigned longest_period_ns; /* at least 50 samples a second */
	unsigned last_step;        /* of the period: the last one within longest_period_ns */
	unsigned max_step;         /* of a thread that waits often; ends the search for a step */

	/* The price of a sample that its handler cannot see (budget.c). */
	unsigned unknown_interrupt_ns; /* price of an interrupt before one was measured */
	unsigned unknown_tick_ns;  /* the same of a signal at the kernel's tick */
	unsigned return_ns;             /* from the handler's last look at a clock on */
	int least_interrupt_ns;    /* a shorter time is not a measurement of an interrupt */
	int most_interrupt_ns;     /* nor is a longer one: the handler was interrupted itself */
	unsigned price_memory;     /* measurements in a mean price, about */

	/* Which samples take a stack, by the stacks' cost to a thread (costs.c). */
	unsigned cost_window;      /* periods between reviews of a thread's costs */
	unsigned max_skip;         /* log2: at least every 64th sample takes a stack */
	unsigned expensive_share;  /* stacks that take more: half as many samples take one */
	unsigned expensive_share_fixed; /* the same, at a rate that the user chose */
	unsigned cheap_share;      /* of the expensive share: below it, twice as many take one */

	/* A new thread's event (budget.c, sampler.c). */
	unsigned start_ns;         /* price of giving a thread its event: a helper does it */
	uint64_t starts_credit_ns; /* CPU time that such starts may cost a process */
	uint64_t starts_share;     /* of the CPU time that they may cost beyond that */
	unsigned first_sample_ns;  /* least time to a process's first sample: the event repeats that
				      interval, which must be much longer than an interrupt */
	unsigned fork_periods;     /* to a forked child's first sample: most children exec before */
	int lives_memory;          /* ended threads in the mean CPU time of a thread, about */
	int first_life;            /* ticks: that mean before any thread has ended */

	/* An event goes on for a run, and is opened anew with another interval (clock.c). */
	unsigned run;              /* periods for which an event is opened */
	unsigned run_helped;       /* the same, where a helper must open it: twice the price */
	unsigned timer_run;        /* periods for which intervals of the timer are equal */
	unsigned spare_signals;    /* an event may send so many beyond twice its run's */
	unsigned most_events;      /* of a process: a user may map some hundred pages of events */
	unsigned hold;             /* intervals without a signal, while a call waits */

	/* A thread that waits often: stopping and starting its event is expensive (costs.c). */
	unsigned wait_share;       /* switches that cost more: the event is stopped */
	unsigned wait_share_auto;  /* the same with rate=auto, which keeps all costs low */
	uint64_t switches_credit_ns; /* CPU time that switches may cost a process before that */
	unsigned far_switch_ns;    /* price of a switch if the next signal is after a tick */
	unsigned least_far_period; /* ticks: such an event's period */
	unsigned most_far_period;
	unsigned resume_share;     /* of that share: an event that would cost less runs again */
	unsigned switch_measurements; /* of the price of a switch; the highest is used */
	unsigned far_timer_ns;     /* of the timer that measures that price: it never fires */
	unsigned hold_ns;          /* price of an event that goes for a call and comes again */

	/* Samples at the kernel's ticks (accounting.c, clock.c, costs.c). */
	unsigned tick_wait_ns;     /* CPU time between waits; below it ticks may keep step */
	unsigned watched_ticks;    /* after one in the kernel, or a missed interval; then fewer */
	unsigned idle_look;        /* ticks between looks, while ticks are in user code */
	int most_usual;            /* a sample at a tick weighs at most so many usual weights */
	int most_aside;            /* ticks: kernel time that waits for a tick in a system call */
	unsigned kernel_lead;      /* ticks of kernel time that may be chance */
	unsigned calls_memory;     /* ticks in the share of system calls, about */
	int surplus_memory;        /* ticks in surplus and in_calls, about */
	int min_call_ticks;        /* fewer in system calls prove nothing, unless they are a
				      quarter of the recent ticks */
	int pot_memory;            /* ticks in which the pot's excess or lack is given */

	/* The thread's CPU time without asking the kernel (cpu_time.c). */
	unsigned slice_ns;         /* no time slice is shorter, unless a program asks for it */
	unsigned late_ns;          /* a handler later than this was interrupted itself */
	unsigned alone_signals;    /* in which a thread that never left has its processor alone */

	/* Waiting threads, clock=wall (wall_sampler.c). */
	unsigned wall_share;       /* of a processor that the looking thread takes at most */
	unsigned sleep_looks;      /* that find a thread blocked; then it is assumed to sleep on */
	int most_owed;             /* periods: time blocked that waits for a place */

	/* Snapshots by time (periodic_snapshots.c). */
	unsigned snapshot_stages;  /* parts of their space; each used part doubles the interval */
	unsigned snapshot_share;   /* of the interval; a slower snapshot doubles it as well */
	unsigned max_doublings;    /* of the interval; then there are no more */
};

static const struct gprt_policy policy = {
	.credit_ns = 16 * GPRT_MS,
	.budget_share = 90,
	.horizon_ns = 8000 * GPRT_MS,
	.longest_period_ns = 20 * GPRT_MS,
	.last_step = 17,
	.max_step = 63,

	.unknown_interrupt_ns = 12000,
	.unknown_tick_ns = 4000,
	.return_ns = 1500,
	.least_interrupt_ns = 500,
	.most_interrupt_ns = 100000,
	.price_memory = 16,

	.cost_window = 64,
	.max_skip = 6,
	.expensive_share = 100,
	.expensive_share_fixed = 10,
	.cheap_share = 3,

	.start_ns = 100000,
	.starts_credit_ns = 3 * GPRT_MS,
	.starts_share = 200,
	.first_sample_ns = 100000,
	.fork_periods = 5,
	.lives_memory = 8,
	.first_life = 16,

	.run = 64,
	.run_helped = 128,
	.timer_run = 8,
	.spare_signals = 8,
	.most_events = 128,
	.hold = 16,

	.wait_share = 20,
	.wait_share_auto = 100,
	.switches_credit_ns = 40 * GPRT_MS,
	.far_switch_ns = 1000,
	.least_far_period = 4,
	.most_far_period = 8,
	.resume_share = 3,
	.switch_measurements = 4,
	.far_timer_ns = 300000,
	.hold_ns = 50000,

	.tick_wait_ns = 50 * GPRT_MS,
	.watched_ticks = 64,
	.idle_look = 8,
	.most_usual = 4,
	.most_aside = 2,
	.kernel_lead = 4,
	.calls_memory = 16,
	.surplus_memory = 256,
	.min_call_ticks = 16,
	.pot_memory = 8,

	.slice_ns = 600000,
	.late_ns = 200000,
	.alone_signals = 64,

	.wall_share = 50,
	.sleep_looks = 8,
	.most_owed = 8,

	.snapshot_stages = 16,
	.snapshot_share = 200,
	.max_doublings = 20,
};

#endif
