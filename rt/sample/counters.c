/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counters.c - the events of events=: each thread has a counter of each, whose every N-th event is
 * a sample in its ring (ring.c).
 *
 * A sample has the counter's value, how long the thread has run with the counter, and how long the
 * event was counted: on a processor with too few counters events take turns.  The page of a ring
 * has the same, later, and is looked at too.  Sums over the threads of a slot are in the file.
 *
 * Most events are counted in user code, and the sample has the address of the instruction.  Some
 * occur in the kernel alone (gprt_event_kind.in_kernel): their samples have the address where the
 * thread goes back to user code, and the kernel permits them to fewer users.
 *
 * No code of ours runs at a thread's end, so the last events of threads are in no counter.  Clocks
 * and context switches have totals of the process, which the kernel keeps anyway.
 *
 * An event that the kernel refuses is named on stderr once, with the others that have the same
 * reason, and marked in the file.  The program runs as without it.
 *
 * Cost: 0.4 us a sample, and the kernel's interrupt for an event of the processor; 20 to 70 us for
 * each event of a thread.
 */
#include "sample/counters.h"

#include "base/chosen_events.h"
#include "base/message.h"
#include "base/options.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"
#include "record/table.h"
#include "sample/ring.h"

#include <gprof-llvm/format.h>

/* The kernel's records.  The registers are there for events in the kernel. */
struct sample {
	struct perf_event_header header;
	uint64_t pc, count, enabled_ns, running_ns;
	uint64_t abi; /* 0: there was no user code */
	uint64_t user_pc;
};
struct lost {
	struct perf_event_header header;
	uint64_t id, lost;
};
union record {
	struct perf_event_header header;
	struct sample sample;
	struct lost lost;
};

static struct {
	struct gprof_event *events; /* in the file, one for each counter */
	struct gprof_event_total *totals; /* the same, of the process; NULL: none */
	bool counted;  /* the totals are of the process's end */
	uint32_t said; /* bit i: the refusal of event i */
} counters;

/* ------------------------------------------------------------------ totals of the process */

/* Returns false if the kernel has none. */
static bool count_process(unsigned i, uint64_t *count)
{
	const struct gprt_event_kind *kind = gprt_chosen_events.items[i].kind;
	struct rusage usage;

	if (kind->type != PERF_TYPE_SOFTWARE)
		return false;
	if (kind->config == PERF_COUNT_SW_CPU_CLOCK || kind->config == PERF_COUNT_SW_TASK_CLOCK) {
		*count = sys_clock(CLOCK_PROCESS_CPUTIME_ID);
		return *count;
	}
	if (kind->config != PERF_COUNT_SW_CONTEXT_SWITCHES ||
	    sys_getrusage(RUSAGE_SELF, &usage) < 0)
		return false;
	*count = (uint64_t)usage.ru_nvcsw + (uint64_t)usage.ru_nivcsw;
	return true;
}

/* The thread that samples waiting threads has events too, which are not the program's. */
static void begin_totals(void)
{
	counters.totals = NULL;
	counters.counted = false;
	if (!gprt_chosen_events.n || gprt_options.wall)
		return;
	counters.totals = gprt_file_zeros(GPRT_COUNTERS * sizeof(*counters.totals), GPROF_NONE,
					  GPROF_AREA_EVENT_TOTALS);
	for (unsigned i = 0; counters.totals && i < gprt_chosen_events.n; i++)
		if (count_process(i, &counters.totals[i].before))
			counters.totals[i].event = GPRT_FAULT_RINGS + i + 1;
}

void gprt_counters_end(void)
{
	for (unsigned i = 0; counters.totals && i < gprt_chosen_events.n; i++)
		count_process(i, &counters.totals[i].count);
	counters.counted = true;
}

void gprt_counters_finish(void)
{
	if (!counters.counted)
		gprt_counters_end();
	for (unsigned i = 0; counters.totals && i < gprt_chosen_events.n; i++)
		if (!(counters.events[i].flags & GPROF_EVENT_REFUSED))
			__atomic_store_n(&counters.totals[i].complete, 1, __ATOMIC_RELEASE);
}

/* ------------------------------------------------------------------ */

void gprt_counters_start(struct gprof_event *events)
{
	counters.events = events + GPRT_FAULT_RINGS;
	for (unsigned i = 0; i < gprt_chosen_events.n; i++) {
		struct gprof_event *e = &counters.events[i];
		struct gprt_text t = gprt_text(e->name, sizeof(e->name));

		gprt_put(&t, gprt_chosen_events.items[i].kind->name);
		e->period = gprt_chosen_events.items[i].period;
		e->flags = GPROF_EVENT_COUNTED;
		__atomic_store_n(&e->id, GPRT_FAULT_RINGS + i + 1, __ATOMIC_RELEASE);
	}
	begin_totals();
}

static void describe(struct perf_event_attr *attr, unsigned i)
{
	const struct gprt_event_kind *kind = gprt_chosen_events.items[i].kind;

	gprt_clear(attr, sizeof(*attr));
	attr->type = kind->type;
	attr->size = sizeof(*attr);
	attr->config = kind->config;
	attr->sample_period = gprt_chosen_events.items[i].period;
	attr->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_READ;
	attr->read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	if (kind->in_kernel) {
		attr->sample_type |= PERF_SAMPLE_REGS_USER;
		attr->sample_regs_user = 1ull << GPRT_PERF_PC;
	}
	attr->exclude_kernel = !kind->in_kernel;
	attr->exclude_hv = 1;
	attr->watermark = 1; /* nobody is woken before the ring is full */
	attr->wakeup_watermark = GPRT_RING_BYTES;
}

/* The thread sleeps at its end, which is not an event of the program. */
static bool is_over(const struct gprt_thread *t, unsigned i)
{
	return t->rings.ended && gprt_chosen_events.items[i].kind->in_kernel;
}

bool gprt_counters_have_each(const struct gprt_thread *t, unsigned i)
{
	const struct gprt_event_kind *kind = gprt_chosen_events.items[i].kind;

	return i < gprt_chosen_events.n && kind->type == PERF_TYPE_SOFTWARE &&
	       kind->config >= PERF_COUNT_SW_PAGE_FAULTS && !is_over(t, i);
}

/* ------------------------------------------------------------------ refusals */

static const char *reason_of(unsigned i, long error, bool opened)
{
	bool denied = error == -EACCES || error == -EPERM;

	if (opened)
		return denied ? "no more memory for its samples, see kernel.perf_event_mlock_kb" :
				gprt_error_name(error);
	if (denied)
		return gprt_chosen_events.items[i].kind->in_kernel ?
			       "this needs the right to see the kernel, or "
			       "kernel.perf_event_paranoid of 1 or less" :
			       "not permitted, see kernel.perf_event_paranoid";
	if (error == -ENOENT || error == -ENODEV || error == -EOPNOTSUPP || error == -EINVAL)
		return "this machine has no counter for it";
	return gprt_error_name(error);
}

/* One line for all that have the same reason. */
static void say_refused(const char *const *reasons)
{
	for (unsigned i = 0; i < gprt_chosen_events.n; i++) {
		char names[160];
		struct gprt_text t = gprt_text(names, sizeof(names));
		const char *between = "";

		if (!reasons[i] || counters.said >> i & 1)
			continue;
		for (unsigned j = i; j < gprt_chosen_events.n; j++) {
			if (!reasons[j] || counters.said >> j & 1 ||
			    !gprt_equal(reasons[i], reasons[j]))
				continue;
			gprt_put(&t, between);
			gprt_put(&t, gprt_chosen_events.items[j].kind->name);
			between = "+";
			counters.said |= j == i ? 0 : 1u << j;
		}
		counters.said |= 1u << i;
		gprt_say("cannot sample '", names, "' (events=): ", reasons[i]);
	}
}

/* ------------------------------------------------------------------ counters */

static void begin(struct gprt_thread *t)
{
	if (!t->rings.counters) {
		t->rings.counters =
			gprt_file_zeros(GPRT_COUNTERS * sizeof(*t->rings.counters), t->index,
					GPROF_AREA_EVENT_COUNTERS);
		for (unsigned i = 0; t->rings.counters && i < gprt_chosen_events.n; i++)
			t->rings.counters[i].event = counters.events[i].id;
	}
	gprt_clear(t->rings.counted, sizeof(t->rings.counted));
	for (unsigned i = 0; t->rings.counters && i < gprt_chosen_events.n; i++) {
		const struct gprof_event_counter *c = &t->rings.counters[i];

		t->rings.before[i] =
			(struct gprt_counted){ c->count, c->enabled_ns, c->running_ns };
	}
}

/* Counters only grow: a later look has the larger numbers. */
static void renew(struct gprt_thread *t, unsigned i, const struct gprt_counted *now)
{
	struct gprof_event_counter *to = &t->rings.counters[i];
	const struct gprt_counted *before = &t->rings.before[i];
	struct gprt_counted *counted = &t->rings.counted[i];

	if (now->count > counted->count)
		counted->count = now->count;
	if (now->enabled_ns >= counted->enabled_ns && now->enabled_ns >= now->running_ns) {
		counted->enabled_ns = now->enabled_ns;
		counted->running_ns = now->running_ns;
	}
	to->count = before->count + counted->count;
	to->enabled_ns = before->enabled_ns + counted->enabled_ns;
	to->running_ns = before->running_ns + counted->running_ns;
}

void gprt_counters_open(struct gprt_thread *t)
{
	const char *reasons[GPRT_COUNTERS];

	for (unsigned i = 0; i < gprt_chosen_events.n; i++) {
		struct perf_event_attr attr;
		bool opened;
		long error;

		describe(&attr, i);
		error = gprt_ring_open(&t->rings.ring[GPRT_FAULT_RINGS + i], &attr, t->tid,
				       GPRT_RING_BYTES, &opened);
		reasons[i] = error ? reason_of(i, error, opened) : NULL;
		if (error)
			counters.events[i].flags |= GPROF_EVENT_REFUSED;
	}
	say_refused(reasons);
	begin(t);
}

/* ------------------------------------------------------------------ samples */

/* Returns false if the table cannot grow now. */
static bool take_sample(struct gprt_thread *t, unsigned i, const struct sample *s, bool held)
{
	struct gprt_counted counted = { s->count, s->enabled_ns, s->running_ns };
	struct gprof_event_sample key;

	gprt_clear(&key, sizeof(key));
	key.pc = s->pc;
	if (gprt_chosen_events.items[i].kind->in_kernel)
		key.pc = s->abi ? s->user_pc : 0;
	key.flags = GPROF_SAMPLE_NO_STACK;
	key.event = counters.events[i].id;
	key.objects = gprt_file.epoch;
	if (t->rings.counters)
		renew(t, i, &counted);
	if (!gprt_event_count(&t->events, t->index, held, &key, &counters.events[i].lost))
		return false;
	t->rings.taken[GPRT_FAULT_RINGS + i]++;
	return true;
}

static bool take_record(struct gprt_thread *t, unsigned i, union record *r, bool held)
{
	if (r->header.type == PERF_RECORD_SAMPLE &&
	    r->header.size >= offsetof(struct sample, abi)) {
		if (r->header.size < sizeof(r->sample))
			r->sample.abi = 0;
		return take_sample(t, i, &r->sample, held);
	}
	if (r->header.type == PERF_RECORD_LOST && r->header.size >= sizeof(r->lost)) {
		__atomic_fetch_add(&counters.events[i].lost, r->lost.lost, __ATOMIC_RELAXED);
		t->rings.taken[GPRT_FAULT_RINGS + i] += r->lost.lost;
	}
	return true;
}

static void take_ring(struct gprt_thread *t, unsigned i, bool held)
{
	const struct gprt_ring *ring = &t->rings.ring[GPRT_FAULT_RINGS + i];
	struct gprt_ring_reader reader;
	struct gprt_counted counted;
	union record r;

	gprt_ring_begin(&reader, ring);
	while (gprt_ring_next(&reader, &r.header, sizeof(r)) && take_record(t, i, &r, held))
		gprt_ring_pass(&reader, &r.header);
	gprt_ring_end(&reader);
	if (t->rings.counters && gprt_ring_counted(ring, &counted))
		renew(t, i, &counted);
}

void gprt_counters_take(struct gprt_thread *t, bool held)
{
	for (unsigned i = 0; i < gprt_chosen_events.n; i++)
		if (t->rings.ring[GPRT_FAULT_RINGS + i].at && !is_over(t, i))
			take_ring(t, i, held);
}
