/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * rings.c - samples of other events than CPU time: page faults (faults=).
 *
 * Each event of a thread has a ring, memory that the kernel writes each N-th event's address to,
 * without a signal.  The ring is emptied where the thread is in the sample handler anyway, when its
 * slot passes on, and at the end of the process.  After kill -9 the content is missing: up to
 * RING_BYTES, or 682 samples.  What finds no room in it is counted as lost.  As in event.c the
 * kernel keeps an event as long as its pages are mapped, so it needs no descriptor.
 *
 * Events in system calls are in no sample: the thread's totals by getrusage() have them.  Majors
 * are so dear, and so few, that each has a sample.  The ring of the first event has the mappings
 * that the thread makes as well (record/regions.c).
 *
 *	gprt_rings_start(); for each thread: open, take, close; finish
 *
 * The ring's writer is the kernel in its thread; its reader holds rings.lock, which nobody waits
 * for.  A page of a ring may be written by the program: what makes no sense empties the ring.
 *
 * Cost: 0.4 us a sample, 20 to 70 us for a thread's first and last; else a test in the handler.
 */
#include "sample/rings.h"

#include "base/message.h"
#include "base/options.h"
#include "base/private_fds.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"
#include "file/name.h"
#include "record/modules.h"
#include "record/regions.h"
#include "record/slot.h"
#include "record/table.h"

#include <gprof-llvm/format.h>
#include <linux/perf_event.h>

#define RING_BYTES (4 * GPROF_PAGE) /* of the first event, if the kernel has the memory */
#define TEXT 256u /* bytes of a mapping's name */

enum { MINOR, MAJOR }; /* rings; an event's id is 1 more */

static const struct {
	const char *name;
	uint32_t config;
} kinds[GPRT_RINGS] = {
	{ "minor-faults", PERF_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major-faults", PERF_COUNT_SW_PAGE_FAULTS_MAJ },
};

static struct {
	struct gprof_event *events; /* in the file; NULL: nothing is sampled */
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

struct request {
	int tid;
	unsigned event;
	uint64_t bytes; /* of the ring that it got */
};

/* ------------------------------------------------------------------ */

static uint64_t period_of(unsigned event)
{
	return event == MAJOR ? 1 : gprt_options.faults;
}

static void *new_area(size_t size, uint32_t thread, enum gprof_area_type type)
{
	struct gprof_area *area = NULL;
	uint64_t offset;
	void *at = gprt_file_alloc(size, &offset);

	if (at)
		area = gprt_file_area(offset, size);
	if (!area)
		return NULL;
	area->thread = thread;
	gprt_file_publish(area, type);
	return at;
}

static struct gprof_event_total *new_totals(uint32_t thread)
{
	struct gprof_event_total *at =
		new_area(GPRT_RINGS * sizeof(*at), thread, GPROF_AREA_EVENT_TOTALS);

	for (uint32_t i = 0; at && i < GPRT_RINGS; i++)
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

void gprt_rings_start(void)
{
	rings.events = NULL;
	rings.totals = NULL;
	if (!gprt_options.faults)
		return;
	if (gprt_name.pool) {
		gprt_say("ignored 'faults' in GPROF_OPTIONS: ",
			 "the files of a pool have no page faults", "", "");
		gprt_options.faults = 0;
		return;
	}
	rings.events = new_area(GPRT_RINGS * sizeof(*rings.events), GPROF_NONE, GPROF_AREA_EVENTS);
	if (!rings.events)
		return;
	for (unsigned i = 0; i < GPRT_RINGS; i++)
		name_event(&rings.events[i], i);
	rings.totals = new_totals(GPROF_NONE);
	gprt_regions_start();
}

/* ------------------------------------------------------------------ */

static long open_descriptor(const struct request *r)
{
	struct perf_event_attr attr;

	gprt_clear(&attr, sizeof(attr));
	attr.type = PERF_TYPE_SOFTWARE;
	attr.size = sizeof(attr);
	attr.config = kinds[r->event].config;
	attr.sample_period = period_of(r->event);
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_ADDR;
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.mmap = attr.mmap_data = r->event == MINOR;
	attr.watermark = 1; /* nobody is woken before the ring is full */
	attr.wakeup_watermark = RING_BYTES;
	return gprt_syscall(SYS_perf_event_open, (long)&attr, r->tid, -1, -1,
			    PERF_FLAG_FD_CLOEXEC, 0);
}

/* Its first page, or a negative error. */
static long open_ring(void *request)
{
	struct request *r = request;
	long fd = open_descriptor(r), at = -ENOMEM;

	if (sys_failed(fd))
		return fd;
	for (r->bytes = r->event == MINOR ? RING_BYTES : GPROF_PAGE; r->bytes >= GPROF_PAGE;
	     r->bytes /= 2) {
		at = sys_mmap(0, GPROF_PAGE + r->bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
			      (int)fd, 0);
		if (!sys_failed(at))
			break;
	}
	sys_close((int)fd);
	return at;
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

/* ------------------------------------------------------------------ */

static void count_usage(uint64_t *counts, int who)
{
	struct rusage usage;

	if (sys_getrusage(who, &usage) < 0)
		return;
	counts[MINOR] = (uint64_t)usage.ru_minflt;
	counts[MAJOR] = (uint64_t)usage.ru_majflt;
}

/* The totals of the calling thread. */
static void renew_totals(struct gprt_thread *t)
{
	uint64_t counts[GPRT_RINGS] = { 0 };

	if (!t->rings.totals)
		return;
	count_usage(counts, RUSAGE_THREAD);
	for (unsigned i = 0; i < GPRT_RINGS; i++)
		t->rings.totals[i].count = t->rings.earlier[i] + counts[i];
}

/* The thread's begin, after the totals of the threads that had the slot. */
static void begin_totals(struct gprt_thread *t)
{
	uint64_t counts[GPRT_RINGS] = { 0 };

	if (!t->rings.totals)
		t->rings.totals = new_totals(t->index);
	if (!t->rings.totals)
		return;
	count_usage(counts, RUSAGE_THREAD);
	for (unsigned i = 0; i < GPRT_RINGS; i++) {
		t->rings.earlier[i] = t->rings.totals[i].count;
		t->rings.totals[i].before += counts[i];
	}
	renew_totals(t);
}

void gprt_rings_open(struct gprt_thread *t)
{
	if (!rings.events)
		return;
	gprt_rings_close(t);
	for (unsigned i = 0; i < GPRT_RINGS; i++) {
		struct request r = { t->tid, i, 0 };
		bool alone;
		long at = gprt_with_private_fds(open_ring, &r, GPRT_FDS_REQUIRED, &alone);

		if (sys_failed(at)) {
			refused(i, at);
			continue;
		}
		t->rings.ring[i] = (struct gprt_ring){ (uintptr_t)at, r.bytes };
	}
	begin_totals(t);
	t->rings.used = true;
}

/* ------------------------------------------------------------------ */

/* Copies from the ring, whose end is followed by its beginning. */
static void copy(void *to, const struct gprt_ring *ring, uint64_t from, size_t n)
{
	const char *data = (const char *)ring->at + GPROF_PAGE;

	for (size_t i = 0; i < n; i += 8)
		*(uint64_t *)((char *)to + i) =
			*(const uint64_t *)(data + ((from + i) & (ring->bytes - 1)));
}

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
	return gprt_event_count(&t->events, t->index, held, &key, &rings.events[event].lost);
}

static bool take_record(struct gprt_thread *t, unsigned event, union record *r, bool held)
{
	uint32_t size = r->header.size;

	if (r->header.type == PERF_RECORD_SAMPLE && size >= sizeof(r->sample))
		return take_sample(t, event, &r->sample, held);
	if (r->header.type == PERF_RECORD_LOST && size >= sizeof(r->lost))
		__atomic_fetch_add(&rings.events[event].lost, r->lost.lost, __ATOMIC_RELAXED);
	if (r->header.type == PERF_RECORD_MMAP && size > offsetof(struct mapping, name)) {
		r->mapping.name[TEXT - 1] = 0;
		gprt_regions_map(r->mapping.address, r->mapping.address + r->mapping.length,
				 r->mapping.name);
	}
	return true;
}

static void take_ring(struct gprt_thread *t, unsigned event, bool held)
{
	const struct gprt_ring *ring = &t->rings.ring[event];
	struct perf_event_mmap_page *page = (struct perf_event_mmap_page *)ring->at;
	uint64_t head, tail;
	union record r;

	if (!page)
		return;
	head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	tail = page->data_tail;
	while (tail != head) {
		copy(&r, ring, tail, sizeof(r.header));
		if (r.header.size < sizeof(r.header) || r.header.size & 7 ||
		    r.header.size > head - tail || head - tail > ring->bytes) {
			tail = head;
			break;
		}
		copy(&r, ring, tail, r.header.size < sizeof(r) ? r.header.size : sizeof(r));
		if (!take_record(t, event, &r, held))
			break;
		tail += r.header.size;
	}
	__atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
}

static void take(struct gprt_thread *t, bool held)
{
	if (!rings.events || __atomic_exchange_n(&t->rings.lock, 1, __ATOMIC_ACQUIRE))
		return;
	for (unsigned i = 0; i < GPRT_RINGS; i++)
		take_ring(t, i, held);
	__atomic_store_n(&t->rings.lock, 0, __ATOMIC_RELEASE);
}

void gprt_rings_take(struct gprt_thread *t)
{
	take(t, false);
	renew_totals(t);
}

void gprt_rings_close(struct gprt_thread *t)
{
	if (!t->rings.used)
		return;
	take(t, true);
	for (unsigned i = 0; i < GPRT_RINGS; i++)
		if (t->rings.ring[i].at)
			sys_munmap(t->rings.ring[i].at, GPROF_PAGE + t->rings.ring[i].bytes);
	gprt_clear(t->rings.ring, sizeof(t->rings.ring));
	t->rings.used = false;
}

void gprt_rings_forget(struct gprt_thread *t)
{
	gprt_clear(&t->rings, sizeof(t->rings));
	gprt_clear(&t->events, sizeof(t->events));
}

void gprt_rings_finish(void)
{
	uint64_t counts[GPRT_RINGS] = { 0 };

	if (!rings.events)
		return;
	for (struct gprt_thread *t = gprt_slots.first; t; t = t->next)
		if (t->rings.used)
			take(t, true);
	if (gprt_self && gprt_self->rings.used)
		renew_totals(gprt_self);
	if (!rings.totals)
		return;
	count_usage(counts, RUSAGE_SELF);
	for (unsigned i = 0; i < GPRT_RINGS; i++) {
		rings.totals[i].count = counts[i];
		rings.totals[i].complete = 1;
	}
}
