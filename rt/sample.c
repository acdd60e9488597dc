/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample.c - where CPU time goes: a signal to each thread, again and again.
 *
 * Signals come from an event, which is precise, or from a timer (clock.c).  Either way a
 * sample weighs the CPU time that passed since the thread's last one.
 *
 * Rates are random, from 0.4 to 1.6 of the mean, so that no program keeps step with
 * them.  To set a new one costs half a sample, so each holds for a run of intervals,
 * some RUN periods of time.  That adds nothing to the error, which depends on
 * pairs of samples only: of a program that repeats itself, two samples that are k equal
 * random intervals apart see points as unrelated as two of intervals drawn one by one.
 *
 * The handler's own time is in no weight; it is recorded beside them.  When it is
 * more than a hundredth of the thread's, only every 2nd, 4th ... sample takes a
 * stack, until it is cheap again.
 *
 * Kernel time.  The precise event does not fire in the kernel, and not at the end of a
 * system call either, but an interval later, wherever that is.  So while it misses some, and
 * at a thread's start, a timer on the thread's CPU clock looks, too: it fires at the kernel's
 * ticks, its signal comes when a system call returns, and if one does just then, all time
 * since the last tick is of it.  It is paid out of the time that the event missed, which is
 * put aside meanwhile, a little at most: so no time counts twice.  Ticks in user code weigh
 * nothing.  Where the timer's signal could make a system call fail (older kernels), and with
 * the timer alone, the kernel's account, which is in ticks, says whether a sample is of the
 * kernel, and it is charged to the stack that is sampled next.
 *
 * The signal is SIGURG: programs hardly use it, debuggers let it pass, and its
 * default is to be ignored, so that a program that resets all signals is not ended
 * by it.  SIGPROF, which has none of that, is left to the program, and only taken
 * where SIGURG has a handler at the start.
 *
 * The handler runs with all signals blocked, makes raw system calls only, and
 * finds its thread in a thread-local variable.
 */
#include "internal.h"

#define KERNEL_SENT 0x80 /* SI_KERNEL */

#define FORK_PERIODS 5
#define RUN 8u /* periods for which intervals are equal */

#define WINDOW 64u    /* samples after which the cost of stacks is looked at */
#define MAX_SKIP 6u   /* at least every 64th sample has a stack */
#define DEAR 100u     /* the handler takes more than a hundredth: fewer stacks */
#define CHEAP 300u    /* less than that: more */

#define ASIDE 2    /* ticks: kernel time that waits for a tick in a system call */
#define LATE 8     /* intervals without a sample in which the event may have stopped */
#define LEAD 4u    /* ticks of kernel time that may be chance */
#define MEMORY 16u /* ticks that the share of system calls is of, about */
#define LONG_MEMORY 256 /* ticks that surplus and in_calls are of, about */
#define ONE_TICK 256    /* of in_calls */
#define FEW 16          /* ticks in system calls that say nothing of their number */
#define WATCH 64u  /* ticks after an interval was missed, for which ticks are looked at */

static uint64_t period(void)
{
	return gp.header->period_ns;
}

/* A number below 'n'; xorshift, which is as good as it needs to be. */
static uint64_t draw(struct gp_thread *t, uint64_t n)
{
	uint64_t x = t->random;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	t->random = x;
	return (x >> 16) % n;
}

/* A run of equal intervals, whatever their number as long as the other runs. */
static void draw_run(struct gp_thread *t)
{
	const uint64_t one = 1u << 20;

	t->interval = 1 + period() * one / (one * 2 / 5 + draw(t, one * 6 / 5));
	t->equal = (uint32_t)((RUN * period() + draw(t, t->interval)) / t->interval);
}

/* Of the calling thread in the kernel, by the kernel's account, ns. */
static uint64_t system_time(void)
{
	struct rusage usage;

	if (sys_getrusage(RUSAGE_THREAD, &usage) < 0)
		return 0;
	return sys_timeval_ns(&usage.ru_stime);
}

/* Whether the event was to fire and did not, as the thread was in the kernel. */
static bool has_missed(const struct gp_thread *t, uint64_t weight)
{
	return t->perf_fd >= 0 && weight + t->interval / 4 >= 2 * t->interval;
}

/*
 * Whether a weight is of the kernel as a whole: a system call has just returned; or by the
 * account, if at least half of it is.  The account then has it all, and may be ahead of the
 * kernel's: what is too much or too little now is made up for later, and a signal is one
 * sample.  Where system calls are seen at ticks what the account says more, such as page
 * faults, counts when it is more than chance.
 */
static bool is_kernel(struct gp_thread *t, const void *context, uint64_t weight)
{
	bool at_tick = t->perf_fd < 0 && gp.spares_calls;
	bool called = at_tick && context && gp_in_system_call(gp_context_pc(context));
	uint64_t lead = at_tick || t->watched ? LEAD * gp.tick_ns : 0;

	if (t->perf_fd >= 0 && !has_missed(t, weight))
		return false;
	if (!called && system_time() < t->system_ns + weight / 2 + lead)
		return false;
	t->system_ns += weight;
	return true;
}

/*
 * How much of a thread's time may be put aside, or paid before it was: little at its
 * start, and where few ticks are in system calls.
 */
static int64_t most_aside(const struct gp_thread *t, int64_t now)
{
	int64_t most = ASIDE * (int64_t)gp.tick_ns;
	uint32_t calls = 4 * t->calls;

	if (now / 16 < most)
		most = now / 16;
	return calls < GP_ALL_CALLS ? most * calls / GP_ALL_CALLS : most;
}

static bool wants_stack(struct gp_thread *t)
{
	return gp.stacks && !(t->samples_taken & ((1u << t->skip) - 1));
}

/*
 * Ticks find a thread that shares a processor after any time: sums of samples of about the same
 * weight tell how much weights vary.
 */
static uint32_t octave(const struct gp_thread *t, uint64_t weight)
{
	if (t->perf_fd >= 0)
		return 0;
	return (64 - (uint32_t)__builtin_clzll(weight | 1)) << GPROF_SAMPLE_OCTAVE;
}

/* Without a context it is not known where the time went. */
static void account(struct gp_thread *t, const void *context, uint64_t weight, bool kernel)
{
	struct gprof_sample key;

	gp_clear(&key, sizeof(key));
	key.flags = GPROF_SAMPLE_NO_STACK;
	if (context) {
		key.pc = gp_context_pc(context);
		if (wants_stack(t)) {
			key.flags = 0;
			key.stack = gp_stack_take(t, context, &key.flags);
		}
	}
	t->record->cpu_ns += weight;
	key.weight_ns = weight;
	if (kernel)
		key.flags |= GPROF_SAMPLE_KERNEL;
	key.flags |= octave(t, weight);
	gp_sample_count(&t->running, &key);
	t->record->samples++;
	/* At the 1st, 2nd, 4th ...: a thread may give itself a name after any of them. */
	if (!(t->samples_taken & (t->samples_taken + 1)))
		gp_thread_name(t);
	t->samples_taken++;
}

/* Kernel time of the system calls that ticks were in, in proportion: a reader shares it out. */
static void account_calls(struct gp_thread *t, int64_t weight)
{
	struct gprof_sample key;

	if (weight <= 0)
		return;
	gp_clear(&key, sizeof(key));
	key.pc = t->call_epoch == gp.epoch ? t->call_pc : 0;
	key.flags = GPROF_SAMPLE_KERNEL | GPROF_SAMPLE_NO_STACK;
	key.weight_ns = (uint64_t)weight;
	t->system_ns += key.weight_ns;
	t->record->cpu_ns += key.weight_ns;
	gp_sample_count(&t->running, &key);
	t->record->samples++;
}

/* Time that the event has missed. */
static void put_aside(struct gp_thread *t, int64_t ns)
{
	t->aside += ns;
	t->surplus += ns;
}

/*
 * Whether it is chance that the event missed more than ticks saw in system calls, and not
 * other time in the kernel, such as page faults: up to two standard errors of the ticks.
 * Few ticks tell nothing: a thread whose turn is over may wait in any call for the next.
 */
static bool is_chance(const struct gp_thread *t)
{
	int64_t sixteenths = t->surplus / (int64_t)(gp.tick_ns / 16 + 1); /* of a tick */
	int64_t calls = (int64_t)t->in_calls;

	if (calls < FEW * ONE_TICK)
		return false;
	return sixteenths < 0 || sixteenths * sixteenths <= 4 * calls;
}

/*
 * What is aside beyond its limit: of the system calls, or else the time that is returned, of
 * what is sampled now.
 */
static int64_t take_too_much(struct gp_thread *t, int64_t now)
{
	int64_t much = t->aside - most_aside(t, now);

	if (much <= 0)
		return 0;
	t->aside -= much;
	if (is_chance(t)) {
		account_calls(t, much);
		return 0;
	}
	t->surplus -= much;
	return much;
}

/*
 * The time since the last sample; see choose_phase for the first.  What passed in system
 * calls is put aside for the ticks to charge, as long as they see some.
 */
static uint64_t take_weight(struct gp_thread *t, int64_t now)
{
	int64_t weight = now - t->cpu_ns;

	if (weight <= 0)
		return 0;
	t->cpu_ns = now;
	if (t->first && t->perf_fd < 0 && weight < (int64_t)gp.tick_ns && t->tid != gp.pid)
		weight = (int64_t)gp.tick_ns;
	t->first = false;
	if (t->call_pc && has_missed(t, (uint64_t)weight)) {
		put_aside(t, weight - (int64_t)t->interval);
		weight = (int64_t)t->interval;
	}
	return (uint64_t)(weight + take_too_much(t, now));
}

/* Chooses how many samples take a stack from now on. */
static void look_at_cost(struct gp_thread *t)
{
	uint64_t own = t->record->handler_ns - t->window_handler;
	uint64_t all = t->record->cpu_ns - t->window_cpu + own;

	if (own * DEAR > all && t->skip < MAX_SKIP)
		t->skip++;
	else if (own * CHEAP < all && t->skip)
		t->skip--;
	t->window_handler = t->record->handler_ns;
	t->window_cpu = t->record->cpu_ns;
}

/* Takes the handler's own time, since 'start', out of the next weight. */
static void leave_out(struct gp_thread *t, int64_t start)
{
	int64_t own = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID) - start;

	if (own <= 0)
		return;
	t->record->handler_ns += (uint64_t)own;
	t->cpu_ns += own;
	t->looked_ns += own;
}

/* Has ticks looked at for a while. */
static void watch(struct gp_thread *t, int64_t now)
{
	if (t->timer < 0)
		return;
	if (!t->watched) {
		t->looked_ns = now;
		gp_clock_tick(t);
	}
	t->watched = WATCH;
}

static void sample(void *thread, const void *context)
{
	struct gp_thread *t = thread;
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	bool missed = context && has_missed(t, (uint64_t)(now - t->cpu_ns));
	uint64_t weight = take_weight(t, now);

	if (weight) {
		account(t, context, weight, is_kernel(t, context, weight));
		if (t->samples_taken % WINDOW == 0)
			look_at_cost(t);
		if (missed)
			watch(t, now);
	}
	leave_out(t, now);
}

/* With a stack of its own only: a snapshot takes more than a program may have left. */
static void sample_and_tick(void *thread, const void *context)
{
	sample(thread, context);
	gp_tick(thread);
}

/* What the event has missed so far goes aside, and pays for a tick in a system call. */
static void charge_call(struct gp_thread *t, const void *context, int64_t now, int64_t passed)
{
	int64_t missed = now - t->cpu_ns - (int64_t)t->interval, most = most_aside(t, now);

	if (missed > 0) {
		put_aside(t, missed);
		t->cpu_ns += missed;
	}
	t->surplus -= passed;
	t->call_pc = gp_context_pc(context);
	t->call_epoch = gp.epoch;
	if (passed > t->aside + most)
		passed = t->aside + most;
	if (passed <= 0)
		return;
	t->aside -= passed;
	t->system_ns += (uint64_t)passed;
	account(t, context, (uint64_t)passed, true);
}

/* The kernel's tick, by the timer while the event is there. */
static void look(void *thread, const void *context)
{
	struct gp_thread *t = thread;
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	int64_t passed = now - t->looked_ns;

	t->looked_ns = now;
	t->calls -= (t->calls + MEMORY - 1) / MEMORY;
	t->in_calls -= t->in_calls / LONG_MEMORY;
	t->surplus -= t->surplus / LONG_MEMORY;
	if (gp_in_system_call(gp_context_pc(context))) {
		t->calls += GP_ALL_CALLS / MEMORY;
		t->in_calls += ONE_TICK;
		charge_call(t, context, now, passed);
	} else if (now - t->cpu_ns > LATE * (int64_t)t->interval) {
		gp_clock_arm(t, true); /* two signals at once: the event's may be lost */
	}
	if (t->watched && --t->watched)
		gp_clock_tick(t);
	leave_out(t, now);
}

static void arm(struct gp_thread *t, bool stopped)
{
	if (!t->equal)
		draw_run(t);
	t->equal--;
	gp_clock_arm(t, stopped);
}

/* What would have happened without us: the default is to end the process. */
static void die_of_it(void)
{
	struct gp_sigaction action;

	gp_clear(&action, sizeof(action));
	sys_sigaction(gp.signal, &action, NULL);
	sys_tgkill(sys_getpid(), sys_gettid(), gp.signal);
}

static void handle(int sig, siginfo_t *info, void *context)
{
	struct gp_thread *t = gp_self;
	bool tick;
	void *top;

	(void)sig;
	if (gp_clock_is_ours(t, info)) {
		tick = info->si_code == SI_TIMER && t->perf_fd >= 0;
		top = gp_stack_top(t);
		if (top)
			gp_on_stack(top, tick ? look : sample_and_tick, t, context);
		else if (tick)
			look(t, context);
		else
			sample(t, context);
		if (!tick)
			arm(t, info->si_code == POLL_HUP);
	} else if (t && gp_mask_close(t, info, context)) {
		/* It is pending again. */
	} else if (gp.signal != SIGURG &&
		   (info->si_code == KERNEL_SENT ||
		    (info->si_code <= 0 && info->si_code != SI_TIMER))) {
		die_of_it();
	}
}

/* Nobody has a handler; to be ignored is what SIGURG is by default, too. */
static bool is_free(int sig)
{
	struct gp_sigaction old;

	gp_clear(&old, sizeof(old));
	sys_sigaction(sig, NULL, &old);
	return old.handler == (uintptr_t)SIG_DFL ||
	       (sig == SIGURG && old.handler == (uintptr_t)SIG_IGN);
}

/* Sets the action of the signal to ours. */
void gp_sampling_action(void)
{
	struct gp_sigaction action;

	action.handler = gp.handler = (uintptr_t)handle;
	action.flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | GP_SA_RESTORER;
	action.restorer = gp_restorer;
	action.mask = ~0ull;
	gp.sampling = sys_sigaction(gp.signal, &action, NULL) >= 0;
}

void gp_sampling_init(void)
{
	gp.sampling = false;
	if (!gp.rate)
		return;
	gp.signal = is_free(SIGURG) ? SIGURG : SIGPROF;
	if (!is_free(gp.signal)) {
		gp_flag(GPROF_FILE_NO_SAMPLES);
		gp_say("the program uses SIGURG and SIGPROF itself: ", "no time will be known", "",
		       "");
		return;
	}
	gp_objects_init();
	gp_sampling_action();
	gp_clock_init();
}

/*
 * Says when to take the first sample.  A thread ends some time after its last sample,
 * and a short one before its first: that time would be missing.  So the thread is
 * made to start at a random point of an interval, and its first sample weighs the
 * whole of it, which makes the sum right on average for threads of any length (the
 * time before the first sample is distributed like that after the last).  All runs
 * last as long as each other, so that it is in any as probably, and anywhere in it.
 * The main thread needs none of it: it is sampled from its start, and has one end.
 *
 * What a thread ran before it came here is in no sample: the loader, the program that was
 * replaced by exec, code that is not instrumented.  It would weigh on whatever is met
 * first.  Only what a new thread took to come here is too little to be told from the rest.
 *
 * A forked child is left alone for a while: many reset their signals and then
 * exec, and our signal would end them in between.
 */
static uint64_t choose_phase(struct gp_thread *t)
{
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	bool is_new = t->tid != gp.pid && now < (int64_t)period();
	uint64_t first;

	t->random = (sys_clock(CLOCK_MONOTONIC) + 1) * 0x9e3779b97f4a7c15ull ^ (uint64_t)t->tid;
	t->random |= 1;
	t->first = true;
	t->cpu_ns = is_new ? 0 : now;
	t->system_ns = is_new ? 0 : system_time();
	draw_run(t);
	t->equal = (uint32_t)draw(t, t->equal);
	if (t->tid != gp.pid) {
		first = 1 + draw(t, t->interval);
		t->cpu_ns += (int64_t)first - (int64_t)t->interval;
		return first;
	}
	if (gp.header->fork_depth) {
		t->interval = period() * FORK_PERIODS;
		t->equal = 0;
	}
	return t->interval;
}

/* For the calling thread only: the timer's clock is that of the caller. */
void gp_sampling_start(struct gp_thread *t)
{
	uint32_t clock;
	uint64_t first;

	if (!gp.sampling)
		return;
	first = choose_phase(t);
	t->samples_taken = t->skip = t->watched = t->calls = 0;
	t->in_calls = 0;
	t->aside = t->surplus = 0;
	t->call_pc = 0;
	t->window_handler = t->record->handler_ns;
	t->window_cpu = t->record->cpu_ns;
	clock = gp_clock_start(t, first);
	if (clock == GPROF_CLOCK_NONE) {
		gp_flag(GPROF_FILE_NO_SAMPLES);
		return;
	}
	/* Not in a forked child that is left alone. */
	if (clock == GPROF_CLOCK_PERF && t->interval != period() * FORK_PERIODS)
		watch(t, (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID));
	gp_wait_start();
	/* The coarser clock is the one to warn of, when threads have both. */
	if (clock > gp.header->clock)
		gp.header->clock = clock;
}

/*
 * At the end: time that no sample has told of, if it is more than a rest.  Where
 * it was spent is not known, so it has no address.
 * Signals blocked, lock not held (a table may have to grow).
 */
void gp_sampling_rest(struct gp_thread *t)
{
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	uint64_t longest = period();

	if (!gp.sampling)
		return;
	if (t->perf_fd < 0 && longest < gp.tick_ns)
		longest = gp.tick_ns;
	if (now > t->cpu_ns + 3 * (int64_t)longest)
		sample(t, NULL);
	account_calls(t, t->aside);
	t->aside = 0;
}
