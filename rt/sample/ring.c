/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ring.c - a buffer that the kernel writes records of an event to, without a signal.
 *
 * A page about the event, and after it the records.  As in event.c the kernel keeps an event as
 * long as its pages are mapped, so it needs no descriptor.
 *
 *	gprt_ring_open(); begin, next and pass, end, any number of times; gprt_ring_close()
 *
 * The writer is the kernel in its thread.  A page may be written by the program: a
 * record that makes no sense empties the ring.
 */
#include "sample/ring.h"

#include "base/private_fds.h"

#include <gprof-llvm/format.h>

#define LOOKS 4 /* at a page that changes */

struct request {
	const struct perf_event_attr *attr;
	int tid;
	bool opened;
	uint64_t bytes; /* of the ring that it got */
};

/* Its first page, or a negative error. */
static long open_pages(void *request)
{
	struct request *r = request;
	long fd = gprt_syscall(SYS_perf_event_open, (long)r->attr, r->tid, -1, -1,
			       PERF_FLAG_FD_CLOEXEC, 0);
	long at = -ENOMEM;

	if (sys_failed(fd))
		return fd;
	r->opened = true;
	for (; r->bytes >= GPROF_PAGE; r->bytes /= 2) {
		at = sys_mmap(0, GPROF_PAGE + r->bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
			      (int)fd, 0);
		if (!sys_failed(at))
			break;
	}
	sys_close((int)fd);
	return at;
}

long gprt_ring_open(struct gprt_ring *ring, const struct perf_event_attr *attr, int tid,
		    uint64_t most_bytes, bool *opened)
{
	struct request r = { attr, tid, false, most_bytes };
	bool alone;
	long at = gprt_with_private_fds(open_pages, &r, GPRT_FDS_REQUIRED, &alone);

	*opened = r.opened;
	if (sys_failed(at))
		return at;
	*ring = (struct gprt_ring){ (uintptr_t)at, r.bytes };
	return 0;
}

void gprt_ring_close(struct gprt_ring *ring)
{
	if (ring->at)
		sys_munmap(ring->at, GPROF_PAGE + ring->bytes);
	*ring = (struct gprt_ring){ 0, 0 };
}

/* ------------------------------------------------------------------ */

static struct perf_event_mmap_page *page_of(const struct gprt_ring *ring)
{
	return (struct perf_event_mmap_page *)ring->at;
}

void gprt_ring_begin(struct gprt_ring_reader *r, const struct gprt_ring *ring)
{
	r->ring = ring;
	r->at = r->end = 0;
	if (!ring->at)
		return;
	r->end = __atomic_load_n(&page_of(ring)->data_head, __ATOMIC_ACQUIRE);
	r->at = page_of(ring)->data_tail;
}

/* Copies from the ring, whose end is followed by its beginning. */
static void copy(void *to, const struct gprt_ring *ring, uint64_t from, size_t n)
{
	const char *data = (const char *)ring->at + GPROF_PAGE;

	for (size_t i = 0; i < n; i += 8)
		*(uint64_t *)((char *)to + i) =
			*(const uint64_t *)(data + ((from + i) & (ring->bytes - 1)));
}

bool gprt_ring_next(struct gprt_ring_reader *r, struct perf_event_header *record, size_t room)
{
	uint64_t left = r->end - r->at;

	if (!left)
		return false;
	copy(record, r->ring, r->at, sizeof(*record));
	if (record->size < sizeof(*record) || record->size & 7 || record->size > left ||
	    left > r->ring->bytes) {
		r->at = r->end;
		return false;
	}
	copy(record, r->ring, r->at, record->size < room ? record->size : room);
	return true;
}

void gprt_ring_pass(struct gprt_ring_reader *r, const struct perf_event_header *record)
{
	r->at += record->size;
}

void gprt_ring_end(struct gprt_ring_reader *r)
{
	if (r->ring->at)
		__atomic_store_n(&page_of(r->ring)->data_tail, r->at, __ATOMIC_RELEASE);
}

/* ------------------------------------------------------------------ */

uint32_t gprt_ring_renewals(const struct gprt_ring *ring)
{
	return ring->at ? __atomic_load_n(&page_of(ring)->lock, __ATOMIC_ACQUIRE) : 0;
}

bool gprt_ring_is_empty(const struct gprt_ring *ring)
{
	return !ring->at || page_of(ring)->data_tail ==
				    __atomic_load_n(&page_of(ring)->data_head, __ATOMIC_ACQUIRE);
}

bool gprt_ring_counted(const struct gprt_ring *ring, struct gprt_counted *counted)
{
	const volatile struct perf_event_mmap_page *page = page_of(ring);

	for (int i = 0; page && i < LOOKS; i++) {
		uint32_t lock = page->lock;

		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		counted->count = page->index ? 0 : (uint64_t)page->offset;
		counted->enabled_ns = page->time_enabled;
		counted->running_ns = page->time_running;
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (!(lock & 1) && page->lock == lock)
			return true;
	}
	return false;
}
