/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_kernel.c - time in system calls has its place and its size: whatever part of a call the
 * kernel takes no interrupt in, each call has its share, and so has the code between.
 *
 * A made-up thread runs pieces of work at random.  Signals come as the kernel sends them:
 * the event's never where a call takes interrupts; a tick's there when the call returns; and
 * both of them when it returns where it takes none.
 */
#include "unit.h"

#include "base/options.h"
#include "base/safe_read.h"
#include "base/sys.h"

/* What is interrupted. */
struct place {
	uintptr_t pc;
	bool in_call;
};

static int64_t ran_ns; /* CPU time of the thread, ns */

#define sys_clock(clock) ((void)(clock), (uint64_t)ran_ns)
#define gprt_context_pc(context) (((const struct place *)(context))->pc)
#include "../../rt/sample/costs.c"
#undef MEMORY
#include "../../rt/sample/accounting.c"

#define MS 1000000
#define TICK (4 * MS)
#define IDLE 8 /* ticks between looks while they are in user code, as in clock.c */
#define RUN 64 /* periods in which intervals are equal */

enum { OWN, LONG, SHORT, FAULT, KINDS };

#define MIX 4
#define PHASE (800 * MS)

/* Pieces of work: of a call or a page fault how long it takes interrupts, takes none, is in
   user code; ns. */
static const struct piece {
	int64_t open, closed, user, times;
} pieces[KINDS] = {
	[OWN] = { 0, 0, 75000, 1 },
	[LONG] = { 50000, 0, 100, 1 },
	[SHORT] = { 90, 80, 20, 300 },
	[FAULT] = { 700, 0, 30, 200 },
};

struct gprt_file gprt_file;
struct gprt_process gprt;
struct gprt_options gprt_options = { .stacks = 1 };
struct gprt_sampler gprt_sampler = { .on = true, .spares_calls = true, .tick_ns = TICK };
struct gprt_budget gprt_budget;

static uint64_t seed;
static int kind;           /* of the piece that runs */
static int64_t begin, end; /* of that piece */
static int64_t tick;       /* the next */
static int64_t signal_at;  /* the first that the timer's signal may be of */
static uint64_t kernel_ns, user_ns; /* ticks that met the kernel, and user code, as ns */
static const int *kinds;   /* of the thread's work, MIX of them */
static const int *others;  /* of its work in every other phase; NULL: there are no phases */
static double truth[KINDS], told[KINDS], bare; /* ns; bare: of calls, without a stack */
static uint64_t faults;    /* page faults so far */
static double in_faults; /* told of page faults, ns */

/* ------------------------------------------------------------------ */
/* What samples need of the rest of the runtime. */

void gprt_budget_ran(uint64_t ns)
{
	(void)ns;
}

void gprt_budget_spent(uint64_t ns)
{
	(void)ns;
}

void gprt_budget_measure(int64_t ns)
{
	(void)ns;
}

void gprt_budget_measure_tick(int64_t ns)
{
	(void)ns;
}

bool gprt_budget_has_switches(uint64_t ns, uint64_t share)
{
	(void)ns;
	(void)share;
	return true;
}

bool gprt_budget_is_least(void)
{
	return false;
}

uint64_t gprt_budget_charge(bool precise, uint64_t own)
{
	(void)precise;
	(void)own;
	return 0;
}

int64_t gprt_cpu_time(struct gprt_thread *t)
{
	(void)t;
	return ran_ns;
}

int64_t gprt_cpu_time_since(struct gprt_thread *t, int64_t start)
{
	(void)t;
	return ran_ns - start;
}

uint64_t gprt_switches(uint64_t *waits)
{
	*waits = 0;
	return 0;
}

uint64_t gprt_clock_switch_cost(const struct gprt_thread *t)
{
	(void)t;
	return 0;
}

bool gprt_clock_open(struct gprt_thread *t, uint64_t interval)
{
	(void)t;
	(void)interval;
	return false;
}

void gprt_clock_pause_event(struct gprt_thread *t)
{
	(void)t;
}

void gprt_thread_name(const struct gprt_thread *t)
{
	(void)t;
}

void gprt_periodic_snapshot(struct gprt_thread *t)
{
	(void)t;
}

void gprt_rings_take(struct gprt_thread *t)
{
	(void)t;
}

uint64_t gprt_system_time(void)
{
	return 0;
}

uint32_t gprt_stack_capture(struct gprt_thread *t, const void *context, uint32_t *flags)
{
	(void)t;
	(void)context;
	(void)flags;
	return 1;
}

bool gprt_in_system_call(const void *context)
{
	return ((const struct place *)context)->in_call;
}

uint64_t gprt_kernel_ticks(uint64_t *user)
{
	*user = user_ns;
	return kernel_ns;
}

uint64_t gprt_page_faults(void)
{
	return faults;
}

void gprt_clock_arm_look_next(struct gprt_thread *t)
{
	t->ticks.next = true;
	signal_at = ran_ns + 1;
}

void gprt_clock_arm_look(struct gprt_thread *t)
{
	int64_t wait = t->ticks.part ? TICK : (int64_t)gprt_period();

	if (!t->ticks.part && !t->ticks.watched && wait < IDLE * TICK)
		wait = IDLE * TICK;
	t->ticks.next = wait <= TICK;
	signal_at = ran_ns + (t->ticks.next ? 1 : wait - TICK);
}

bool gprt_sample_count(struct gprt_tally *t, const struct gprof_sample *key)
{
	(void)t;
	if (key->flags & GPROF_SAMPLE_NO_STACK)
		bare += (double)key->weight;
	else
		told[key->pc] += (double)key->weight;
	in_faults += key->flags & GPROF_SAMPLE_FAULT ? (double)key->weight : 0;
	return true;
}

/* ------------------------------------------------------------------ */

static int64_t between(int64_t low, int64_t high)
{
	return low + (int64_t)(unit_random(&seed) >> 16) % (high - low);
}

static int64_t draw_interval(int64_t period)
{
	return period * 1000 / between(600, 1400);
}

static int64_t length_of(const struct piece *p)
{
	return p->open + p->closed + p->user;
}

/* Runs the pieces before 'at', and that in which it is. */
static void go(int64_t at)
{
	while (end <= at) {
		kind = (others && end / PHASE % 2 ? others : kinds)[between(0, MIX)];
		begin = end;
		end += length_of(&pieces[kind]) * pieces[kind].times;
		truth[kind] += (double)(end - begin);
		faults += kind == FAULT ? (uint64_t)pieces[kind].times : 0;
	}
}

/* A signal that is due at 'at': where it comes; false: it is an event's and does not come. */
static bool meet(int64_t at, bool at_tick, struct place *place)
{
	const struct piece *p;
	int64_t offset, call;

	if (at < ran_ns)
		at = ran_ns;
	go(at);
	p = &pieces[kind];
	call = p->open + p->closed;
	offset = (at - begin) % length_of(p);
	*place = (struct place){ (uintptr_t)kind, offset < call && kind != FAULT };
	kernel_ns += at_tick && offset < call ? TICK : 0;
	user_ns += at_tick && offset >= call ? TICK : 0;
	if (!at_tick && offset < p->open)
		return false;
	ran_ns = offset < call ? at - offset + call : at;
	return true;
}

static void run(int64_t length, int64_t period)
{
	struct gprof_thread record = { 0 };
	struct gprt_thread t = { .record = &record,
				 .clock.event = 1,
				 .ticks.calls = GPRT_FIRST_CALLS };
	int64_t due, run_end = 0;
	struct place place;
	bool signals;

	ran_ns = end = 0;
	gprt_budget.period_ns = (uint64_t)period;
	tick = signal_at = between(0, TICK);
	t.clock.interval = (uint64_t)draw_interval(period);
	due = between(1, (int64_t)t.clock.interval);
	t.account.cpu_ns = due - (int64_t)t.clock.interval;
	gprt_sample_watch_ticks(&t, 0);
	while (due < length) {
		if (tick < due) {
			signals = tick >= signal_at;
			meet(tick, true, &place);
			tick += TICK;
			if (signals)
				gprt_sample_at_tick(&t, &place);
			continue;
		}
		if (meet(due, false, &place)) {
			gprt_sample_take(&t, &place);
			if (ran_ns >= run_end) {
				t.clock.interval = (uint64_t)draw_interval(period);
				run_end = ran_ns + RUN * period;
				due = ran_ns;
			}
		}
		due += (int64_t)t.clock.interval;
	}
	gprt_sample_calls(&t, t.account.aside);
	go(length);
	truth[kind] -= (double)(end - length);
}

/* What a reader makes of it: time without a stack is shared in proportion. */
static double bias(int of)
{
	double calls = told[LONG] + told[SHORT] + told[FAULT];
	double all = of == OWN ? told[OWN] : told[of] * (calls + bare) / calls;

	return all / truth[of] - 1;
}

/* Many runs of that length; how much each kind of work may be off on average. */
static void check(int64_t ms, int64_t period, double own, double kernel)
{
	static const char *const names[] = { "own code", "long calls", "short calls", "faults" };

	seed = 88172645463325252u;
	bare = 0;
	for (int i = 0; i < KINDS; i++)
		truth[i] = told[i] = 0;
	for (int64_t ran = 0; ran < 300000; ran += ms)
		run(ms * MS, period);
	for (int i = 0; i < KINDS; i++)
		if (truth[i])
			CHECK(fabs(bias(i)) < (i == OWN ? own : kernel), "%s: %+g in runs of %g ms",
			      names[i], bias(i), (double)ms);
}

/* Of what comes first it is not known yet that it is of the kernel. */
static void check_mix(const int *mix)
{
	kinds = mix;
	check(300, MS, 0.05, 0.12);
	check(1400, MS, 0.02, 0.04);
	check(5000, MS, 0.015, 0.03);
	check(5000, 6 * MS, 0.03, 0.05);
	check(20000, 20 * MS, 0.03, 0.05);
}

/* Phases of own work and of work in the kernel, longer than the samples are apart. */
static void check_phases(const int *mix, const int *other)
{
	kinds = mix;
	others = other;
	check(20000, MS, 0.01, 0.01);
	check(20000, 20 * MS, 0.03, 0.03);
	others = NULL;
}

/*
 * A thread that shares its processor and is sampled at ticks alone, which come in any CPU time.
 * One of them in 'lost' is in the handler, and has no signal; one in 'late' comes when the thread
 * is about to go back to its code, still in the kernel.
 */
static void run_at_ticks(int64_t length, int lost, int late)
{
	struct gprof_thread record = { 0 };
	struct gprt_thread t = { .record = &record, .clock.interval = MS };
	struct place place;

	ran_ns = end = 0;
	tick = 1;
	t.ticks.kernel_ns = kernel_ns;
	t.ticks.user_ns = user_ns;
	t.ticks.faults = faults;
	while (tick < length) {
		meet(tick, true, &place);
		if (kind == OWN && late && !between(0, late)) {
			kernel_ns += TICK;
			user_ns -= TICK;
		}
		gprt_sample_take(&t, &place);
		if (!between(0, lost))
			kernel_ns += TICK;
		tick += between(1, 2 * TICK);
	}
	go(length);
	truth[kind] -= (double)(end - length);
}

static void check_ticks(const int *mix, int late)
{
	const struct piece *fault = &pieces[FAULT];
	double all = 0, true_faults;

	seed = 88172645463325252u;
	kinds = mix;
	in_faults = 0;
	for (int i = 0; i < KINDS; i++)
		truth[i] = told[i] = 0;
	run_at_ticks(300000ll * MS, 20, late);
	for (int i = 0; i < KINDS; i++)
		all += truth[i];
	true_faults = truth[FAULT] * (double)fault->open / (double)length_of(fault);
	CHECK(fabs(in_faults - true_faults) < 0.01 * all, "faults: %g of %g, truly %g", in_faults,
	      all, true_faults);
}

int main(void)
{
	static const int own[MIX] = { OWN, OWN, OWN, OWN }, calls[MIX] = { LONG, LONG, LONG, LONG };
	static const int faults[MIX] = { FAULT, FAULT, FAULT, FAULT };

	check_phases(own, faults);
	check_phases(own, calls);
	check_mix((const int[MIX]){ OWN, OWN, LONG, SHORT });
	check_mix((const int[MIX]){ OWN, OWN, FAULT, FAULT });
	check_mix((const int[MIX]){ OWN, LONG, SHORT, FAULT });
	check_ticks((const int[MIX]){ OWN, OWN, LONG, LONG }, 20);
	check_ticks((const int[MIX]){ OWN, LONG, LONG, FAULT }, 0);
	return unit_end();
}
