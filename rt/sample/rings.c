/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * rings.c - samples of other events than CPU time: page faults (faults=), and the events of
 * events= (counters.c).
 *
 * Each event of a thread has a ring (ring.c), to which the kernel writes each N-th event's address
 * without a signal.  The ring is emptied where the thread is in the sample handler anyway, when its
 * slot passes on, and at the end of the process.  After kill -9 the content is missing: up to
 * GPRT_RING_BYTES, or 682 page faults.  What finds no room in it is counted as lost.
 *
 * Page faults in system calls are in no sample: the thread's totals by getrusage() have them.
 * Majors are so dear, and so few, that each has a sample.  The ring of the first event has the
 * mappings that the thread makes as well (record/regions.c).
 *
 *	gprt_rings_start(); for each thread: open, take, close; end by one thread, finish
 *
 * The ring's writer is the kernel in its thread; its reader holds rings.lock, which nobody waits
 * for.
 *
 * Cost: 0.4 us a sample, 20 to 70 us for each ring of a thread, 60 us of sleep at the
 * end of the process; else a test in the handler.
 */
#include "sample/rings.h"

#include "base/chosen_events.h"
#include "base/message.h"
#include "base/options.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"
#include "file/name.h"
#include "record/modules.h"
#include "record/regions.h"
#include "record/slot.h"
#include "record/table.h"
#include "sample/counters.h"
#include "sample/ring.h"

#include <gprof-llvm/format.h>

#define TEXT 256u /* bytes of a mapping's name */

enum { MINOR, MAJOR }; /* rings of faults=; an event's id is 1 more */

static const struct {
	const char *name;
	uint32_t config;
} kinds[GPRT_FAULT_RINGS] = {
	{ "minor-faults", PERF_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major-faults", PERF_COUNT_SW_PAGE_FAULTS_MAJ },
};

static struct {
	struct gprof_event *events; /* in the file, of each ring; NULL: nothing is sampled */
	struct gprof_event_total *totals; /* of the process; NULL: no room */
	bool said;          /* that the kernel refuses the event */
} rings;

/* The kernel's records. */
struct sample {
	struct perf_event_header header;
	uint64_t pc, address;
};
struct lost {
	struct perf_event_header header;
	uint64_t id, lost;
};
struct mapping {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t address, length, page;
	char name[TEXT];
};
union record {
	struct perf_event_header header;
	struct sample sample;
	struct lost lost;
	struct mapping mapping;
};

/* ------------------------------------------------------------------ */

static uint64_t period_of(unsigned event)
{
	return event == MAJOR ? 1 : gprt_options.faults;
}

static struct gprof_event_total *new_totals(uint32_t thread)
{
	struct gprof_event_total *at =
		gprt_file_zeros(GPRT_FAULT_RINGS * sizeof(*at), thread, GPROF_AREA_EVENT_TOTALS);

	for (uint32_t i = 0; at && i < GPRT_FAULT_RINGS; i++)
		at[i].event = i + 1;
	return at;
}

static void name_event(struct gprof_event *e, unsigned event)
{
	struct gprt_text t = gprt_text(e->name, sizeof(e->name));

	gprt_put(&t, kinds[event].name);
	e->period = period_of(event);
	__atomic_store_n(&e->id, event + 1, __ATOMIC_RELEASE);
}

static void count_usage(uint64_t *counts, int who)
{
	struct rusage usage;

	if (sys_getrusage(who, &usage) < 0)
		return;
	counts[MINOR] = (uint64_t)usage.ru_minflt;
	counts[MAJOR] = (uint64_t)usage.ru_majflt;
}

/* exec does not reset the kernel's counts: they have the image before this one, and the loader. */
static void begin_process(void)
{
	uint64_t counts[GPRT_FAULT_RINGS] = { 0 };

	count_usage(counts, RUSAGE_SELF);
	for (unsigned i = 0; rings.totals && i < GPRT_FAULT_RINGS; i++)
		rings.totals[i].before = counts[i];
}

/* The files of a pool have neither. */
static void refuse_in_pool(void)
{
	if (gprt_options.faults)
		gprt_say("ignored 'faults' in GPROF_OPTIONS: ",
			 "the files of a pool have no page faults", "", "");
	if (gprt_chosen_events.n)
		gprt_say("ignored 'events' in GPROF_OPTIONS: ",
			 "the files of a pool have no samples of events", "", "");
	gprt_options.faults = gprt_chosen_events.n = 0;
}

void gprt_rings_start(void)
{
	rings.events = NULL;
	rings.totals = NULL;
	if (gprt_name.pool)
		refuse_in_pool();
	if (!gprt_options.faults && !gprt_chosen_events.n)
		return;
	rings.events = gprt_file_zeros(GPRT_RINGS * sizeof(*rings.events), GPROF_NONE,
				       GPROF_AREA_EVENTS);
	if (!rings.events)
		return;
	gprt_counters_start(rings.events);
	if (!gprt_options.faults)
		return;
	for (unsigned i = 0; i < GPRT_FAULT_RINGS; i++)
		name_event(&rings.events[i], i);
	rings.totals = new_totals(GPROF_NONE);
	begin_process();
	gprt_regions_start();
}

/* ------------------------------------------------------------------ */

static void describe(struct perf_event_attr *attr, unsigned event)
{
	gprt_clear(attr, sizeof(*attr));
	attr->type = PERF_TYPE_SOFTWARE;
	attr->size = sizeof(*attr);
	attr->config = kinds[event].config;
	attr->sample_period = period_of(event);
	attr->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_ADDR;
	attr->exclude_kernel = 1;
	attr->exclude_hv = 1;
	attr->mmap = attr->mmap_data = event == MINOR;
	attr->watermark = 1; /* nobody is woken before the ring is full */
	attr->wakeup_watermark = GPRT_RING_BYTES;
}

static void refused(unsigned event, long error)
{
	rings.events[event].flags |= GPROF_EVENT_REFUSED;
	if (rings.said)
		return;
	rings.said = true;
	gprt_say("page faults are counted, but not attributed to functions: the kernel refuses "
		 "the event '", kinds[event].name, "': ", gprt_error_name(error));
}

/* The totals of the calling thread. */
static void renew_totals(struct gprt_thread *t)
{
	uint64_t counts[GPRT_FAULT_RINGS] = { 0 };

	if (!t->rings.totals)
		return;
	count_usage(counts, RUSAGE_THREAD);
	for (unsigned i = 0; i < GPRT_FAULT_RINGS; i++)
		t->rings.totals[i].count = t->rings.earlier[i] + counts[i];
}

/* The thread's begin, after the totals of the threads that had the slot. */
static void begin_totals(struct gprt_thread *t)
{
	uint64_t counts[GPRT_FAULT_RINGS] = { 0 };

	if (!t->rings.totals)
		t->rings.totals = new_totals(t->index);
	if (!t->rings.totals)
		return;
	count_usage(counts, RUSAGE_THREAD);
	for (unsigned i = 0; i < GPRT_FAULT_RINGS; i++) {
		t->rings.earlier[i] = t->rings.totals[i].count;
		t->rings.totals[i].before += counts[i];
	}
	renew_totals(t);
}

static void open_faults(struct gprt_thread *t)
{
	for (unsigned i = 0; i < GPRT_FAULT_RINGS; i++) {
		struct perf_event_attr attr;
		bool opened;
		long error;

		describe(&attr, i);
		error = gprt_ring_open(&t->rings.ring[i], &attr, t->tid,
				       i == MINOR ? GPRT_RING_BYTES : GPROF_PAGE, &opened);
		if (error)
			refused(i, error);
	}
	begin_totals(t);
}

void gprt_rings_open(struct gprt_thread *t)
{
	if (!rings.events)
		return;
	gprt_rings_close(t);
	gprt_clear(t->rings.taken, sizeof(t->rings.taken));
	t->rings.ended = false;
	if (gprt_options.faults)
		open_faults(t);
	gprt_counters_open(t);
	t->rings.used = true;
}

/* ------------------------------------------------------------------ */

/* Returns false if the table cannot grow now. */
static bool take_sample(struct gprt_thread *t, unsigned event, const struct sample *s, bool held)
{
	struct gprof_event_sample key;

	gprt_clear(&key, sizeof(key));
	key.pc = s->pc;
	key.flags = GPROF_SAMPLE_NO_STACK;
	key.event = event + 1;
	key.objects = gprt_file.epoch;
	if (gprt_module_has(s->address))
		key.address = s->address & ~(uint64_t)(GPROF_PAGE - 1);
	else
		key.region = gprt_regions_find(s->address);
	if (!gprt_event_count(&t->events, t->index, held, &key, &rings.events[event].lost))
		return false;
	t->rings.taken[event]++;
	return true;
}

static void lose(struct gprt_thread *t, unsigned event, uint64_t samples)
{
	__atomic_fetch_add(&rings.events[event].lost, samples, __ATOMIC_RELAXED);
	t->rings.taken[event] += samples;
}

/*
 * The kernel says how many samples found no room when the next one finds some.  After the last
 * one it does not, and the count has them.
 */
static void lose_last(struct gprt_thread *t)
{
	for (unsigned i = 0; i < GPRT_RINGS; i++) {
		struct gprt_counted counted;
		uint64_t due;

		if (i >= GPRT_FAULT_RINGS && !gprt_counters_have_each(t, i - GPRT_FAULT_RINGS))
			continue;
		if (!gprt_ring_is_empty(&t->rings.ring[i]) ||
		    !gprt_ring_counted(&t->rings.ring[i], &counted))
			continue;
		due = counted.count / rings.events[i].period;
		if (due > t->rings.taken[i])
			lose(t, i, due - t->rings.taken[i]);
	}
}

static bool take_record(struct gprt_thread *t, unsigned event, union record *r, bool held)
{
	uint32_t size = r->header.size;

	if (r->header.type == PERF_RECORD_SAMPLE && size >= sizeof(r->sample))
		return take_sample(t, event, &r->sample, held);
	if (r->header.type == PERF_RECORD_LOST && size >= sizeof(r->lost))
		lose(t, event, r->lost.lost);
	if (r->header.type == PERF_RECORD_MMAP && size > offsetof(struct mapping, name)) {
		r->mapping.name[TEXT - 1] = 0;
		gprt_regions_map(r->mapping.address, r->mapping.address + r->mapping.length,
				 r->mapping.name);
	}
	return true;
}

static void take_faults(struct gprt_thread *t, unsigned event, bool held)
{
	struct gprt_ring_reader reader;
	union record r;

	gprt_ring_begin(&reader, &t->rings.ring[event]);
	while (gprt_ring_next(&reader, &r.header, sizeof(r)) && take_record(t, event, &r, held))
		gprt_ring_pass(&reader, &r.header);
	gprt_ring_end(&reader);
}

/* 'last': the thread is gone, or the process ends. */
static void take(struct gprt_thread *t, bool held, bool last)
{
	if (!rings.events || __atomic_exchange_n(&t->rings.lock, 1, __ATOMIC_ACQUIRE))
		return;
	for (unsigned i = 0; i < GPRT_FAULT_RINGS; i++)
		take_faults(t, i, held);
	gprt_counters_take(t, held);
	if (last)
		lose_last(t);
	__atomic_store_n(&t->rings.lock, 0, __ATOMIC_RELEASE);
}

void gprt_rings_take(struct gprt_thread *t)
{
	take(t, false, false);
	renew_totals(t);
}

/*
 * The kernel brings the counts in the pages up to date when the thread comes to a processor.  So
 * it leaves its processor for an instant, with a second try if a timer was too fast.
 */
static void renew_pages(const struct gprt_thread *t)
{
	static const struct timespec instants[] = { { 0, 1 }, { 0, 100000 } };
	uint32_t before[GPRT_RINGS];
	bool renewed = false;

	for (unsigned i = 0; i < GPRT_RINGS; i++)
		before[i] = gprt_ring_renewals(&t->rings.ring[i]);
	for (unsigned k = 0; k < 2 && !renewed; k++) {
		gprt_syscall3(SYS_nanosleep, (long)&instants[k], 0, 0);
		for (unsigned i = 0; i < GPRT_RINGS; i++)
			renewed |= gprt_ring_renewals(&t->rings.ring[i]) != before[i];
	}
}

void gprt_rings_end(struct gprt_thread *t)
{
	gprt_counters_end();
	take(t, false, true);
	t->rings.ended = true;
	renew_pages(t);
	take(t, false, true);
	renew_totals(t);
}

void gprt_rings_close(struct gprt_thread *t)
{
	if (!t->rings.used)
		return;
	take(t, true, true);
	for (unsigned i = 0; i < GPRT_RINGS; i++)
		gprt_ring_close(&t->rings.ring[i]);
	t->rings.used = false;
}

void gprt_rings_forget(struct gprt_thread *t)
{
	if (!gprt_options.faults && !gprt_chosen_events.n)
		return;
	gprt_clear(&t->rings, sizeof(t->rings));
	gprt_clear(&t->events, sizeof(t->events));
}

void gprt_rings_finish(void)
{
	uint64_t counts[GPRT_FAULT_RINGS] = { 0 };

	if (!rings.events)
		return;
	for (struct gprt_thread *t = gprt_slots.first; t; t = t->next)
		if (t->rings.used)
			take(t, true, true);
	if (gprt_self && gprt_self->rings.used)
		renew_totals(gprt_self);
	gprt_counters_finish();
	if (!rings.totals)
		return;
	count_usage(counts, RUSAGE_SELF);
	for (unsigned i = 0; i < GPRT_FAULT_RINGS; i++) {
		rings.totals[i].count = counts[i];
		rings.totals[i].complete = 1;
	}
}
