/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * times.c - the lengths of calls of the functions that the user named, in the file.
 *
 * A thread has for each such function the outermost call that is under way, and a record of the
 * file (struct gprof_timing) for each caller.  A call is known by its frame: code that is left by
 * longjmp() reports nothing: the code that comes after setjmp() does, or the next call whose frame
 * is not deeper finds it out.
 *
 * The clock is the processor's counter where it runs at a constant rate, else the monotonic
 * clock by a system call.  Nothing is converted here: the header has some instants by both.
 *
 * A record is written by its thread only, but a handler may interrupt it and measure calls
 * itself.  So counts are one instruction, and a call is under way once its frame is stored.
 *
 * Cost: two reads of the clock, and some 40 instructions; 2 KB for a record.
 */
#include "record/times.h"

#include "base/process.h"
#include "base/sys.h"
#include "file/file.h"
#include "record/block.h"
#include "record/slot.h"

#include <gprof-llvm/format.h>

#define MOST_CALLERS 64u /* of a function in a thread that have records of their own */
#define MONOTONIC 1u     /* of times.stopped */
#define CPU 2u
#define FIRST 2u         /* records taken at once: two pages */
#define MOST 64u

_Static_assert(sizeof(struct gprof_timing) == 2048, "two records take a page");

static struct {
	uint32_t n;      /* functions so far */
	bool known;      /* 'ticks' is */
	bool ticks;      /* the processor has a counter */
	uint32_t stopped; /* whose clocks may not be read any more, a bit by gprof_timed.flags */
	uint64_t next;   /* when an instant is to be noted, ticks */
	uint32_t noting; /* 1: somebody does */
	uint32_t notes;  /* so far */
} times;

static uint64_t now(void)
{
	return __builtin_expect(times.ticks, 1) ? gprt_ticks() : sys_clock(CLOCK_MONOTONIC);
}

static uint64_t now_after(void)
{
	return __builtin_expect(times.ticks, 1) ? gprt_ticks_after() : sys_clock(CLOCK_MONOTONIC);
}

static uint64_t now_of(const struct gprof_timed *f, uint64_t ticks)
{
	return f->flags & GPROF_TIMING_CPU ? sys_clock(CLOCK_THREAD_CPUTIME_ID) : ticks;
}

static bool is_stopped(const struct gprof_timed *f)
{
	return times.stopped >> (f->flags & GPROF_TIMING_CPU) & 1;
}

/* ------------------------------------------------------------------ */

static void note(struct gprof_instant *to)
{
	uint64_t before = now(), ns = sys_clock(CLOCK_MONOTONIC), after = now();

	__atomic_store_n(&to->ticks, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&to->monotonic_ns, ns, __ATOMIC_RELEASE);
	__atomic_store_n(&to->ticks, before + (after - before) / 2, __ATOMIC_RELEASE);
}

/* The longer the two instants lie apart, the better is the rate known. */
static __attribute__((noinline)) void note_now(uint64_t ticks)
{
	struct gprof_file_header *h = gprt_file.header;

	if (__atomic_exchange_n(&times.noting, 1, __ATOMIC_ACQUIRE))
		return;
	if (h && h->first.ticks) {
		note(&h->last[times.notes++ % 2]);
		times.next = ticks + (ticks - h->first.ticks) + 10000;
	}
	__atomic_store_n(&times.noting, 0, __ATOMIC_RELEASE);
}

/* ------------------------------------------------------------------ */

/* A record of the file.  With the lock held. */
static struct gprof_timing *take_record(struct gprt_thread *t)
{
	struct gprt_times *ts = &t->times;
	uint32_t n = ts->made < FIRST ? FIRST : ts->made < MOST ? ts->made : MOST;
	struct gprof_area *area;
	uint64_t offset;
	void *p;

	if (!ts->nfree) {
		p = gprt.state == GPRT_ON ? gprt_file_alloc(n * sizeof(*ts->free), &offset) : NULL;
		area = p ? gprt_file_area(offset, n * sizeof(*ts->free)) : NULL;
		if (!area)
			return NULL;
		area->thread = t->index;
		ts->free = p;
		ts->nfree = n;
		ts->made += n;
		gprt_file_publish(area, GPROF_AREA_TIMES);
	}
	ts->nfree--;
	return ts->free++;
}

static struct gprt_timed_record *new_record(struct gprt_thread *t, uint64_t function,
					    uint64_t caller, uint32_t flags)
{
	struct gprt_timed_record *r = gprt_heap(sizeof(*r));

	if (r)
		r->at = take_record(t);
	if (!r || !r->at)
		return NULL;
	r->at->caller = caller;
	r->at->flags = flags;
	r->at->shortest = ~0ull;
	__atomic_store_n(&r->at->function, function, __ATOMIC_RELEASE);
	return r;
}

static struct gprt_timed_record *find_record(const struct gprt_timed *s, uint64_t caller)
{
	struct gprt_timed_record *r = s->all;

	while (r && r->at->caller != caller)
		r = r->next;
	return r;
}

/* The record of a caller; NULL: no room for it.  With the lock held. */
static struct gprt_timed_record *make_record(struct gprt_thread *t, struct gprt_timed *s,
					     const struct gprof_timed *f, uint64_t here,
					     uint64_t caller)
{
	struct gprt_timed_record *r;

	if (s->callers >= MOST_CALLERS)
		caller = 0;
	r = find_record(s, caller);
	if (r || t->times.full)
		return r;
	r = new_record(t, here, caller, f->flags & GPROF_TIMING_CPU);
	if (!r) {
		t->times.full = true;
		return NULL;
	}
	r->next = s->all;
	s->callers++;
	__atomic_store_n(&s->all, r, __ATOMIC_RELEASE);
	return r;
}

/* The first call that is measured.  With the lock held. */
static void start(void)
{
	if (!times.known)
		times.ticks = gprt_has_ticks();
	times.known = true;
	if (gprt_file.header && !gprt_file.header->first.ticks) {
		note(&gprt_file.header->first);
		times.next = 0;
	}
}

/* The function's state in the thread; NULL: there is none. */
static struct gprt_timed *find_state(const struct gprt_thread *t, uint32_t index)
{
	struct gprt_timed *group;

	if (index >= GPRT_TIMED_GROUP * GPRT_TIMED_GROUPS)
		return NULL;
	group = t->times.groups[index / GPRT_TIMED_GROUP];
	return group ? &group[index % GPRT_TIMED_GROUP] : NULL;
}

static struct gprt_timed *make_state(struct gprt_thread *t, struct gprof_timed *f)
{
	struct gprt_timed **group;

	start();
	if (!f->index)
		f->index = ++times.n;
	if (f->index >= GPRT_TIMED_GROUP * GPRT_TIMED_GROUPS)
		return NULL;
	group = &t->times.groups[f->index / GPRT_TIMED_GROUP];
	if (!*group)
		*group = gprt_heap(GPRT_TIMED_GROUP * sizeof(**group));
	return find_state(t, f->index);
}

/* The state, with the record of the caller: the first call of its kind. */
static __attribute__((noinline)) struct gprt_timed *prepare(struct gprt_thread *t,
							    struct gprof_timed *f, uint64_t here,
							    uint64_t caller)
{
	struct gprt_timed_record *r = NULL;
	struct gprt_timed *s = NULL;
	uint64_t mask;

	gprt_lock(&mask);
	if (gprt.state == GPRT_ON && gprt_file.header)
		s = make_state(t, f);
	if (s)
		r = make_record(t, s, f, here, caller);
	if (r)
		s->record = r;
	gprt_unlock(&mask);
	if (!r)
		gprt_lose(GPROF_LOSS_TIMES);
	return r ? s : NULL;
}

/* ------------------------------------------------------------------ */

uint32_t gprt_time_enter(uintptr_t view, struct gprof_timed *f, uintptr_t here, uintptr_t caller,
			 uintptr_t frame)
{
	struct gprt_thread *t = ((struct gprt_view *)(view - 1))->thread;
	struct gprt_timed *s = f->index ? find_state(t, f->index) : NULL;
	struct gprt_timed_record *r = s ? s->record : NULL;

	if (is_stopped(f))
		return 0;
	if (r && s->frame > frame) {
		gprt_increment(&r->at->inner);
		return 0;
	}
	if (r && s->frame) {
		s->frame = 0;
		gprt_increment(&r->at->unwound);
	}
	if (r && r->at->caller != caller) {
		r = find_record(s, caller);
		if (r)
			s->record = r;
	}
	if (!r) {
		s = prepare(t, f, here, caller);
		if (!s)
			return 0;
		r = s->record;
	}
	s->began = now();
	s->from = now_of(f, s->began);
	r->at->open = s->began;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	s->frame = frame;
	return 1;
}

/* The place of a row in the record; GPROF_TIMING_ROOM: it has none. */
static unsigned place_of(struct gprof_timing *r, unsigned row, unsigned column)
{
	for (unsigned i = 0; i < GPROF_TIMING_ROOM; i++) {
		uint8_t none = 0;

		if (!r->rows[i])
			__atomic_compare_exchange_n(&r->rows[i], &none, (uint8_t)(row + 1), false,
						    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
		if (r->rows[i] == row + 1 && r->counts[i][column] != UINT32_MAX)
			return i;
	}
	return GPROF_TIMING_ROOM;
}

/* The key's record that the length goes to when the others have no room. */
static __attribute__((noinline)) struct gprt_timed_record *further(struct gprt_thread *t,
								   struct gprt_timed_record *r)
{
	uint64_t mask;

	if (!r->more) {
		gprt_lock(&mask);
		if (!r->more && !t->times.full)
			r->more = new_record(t, r->at->function, r->at->caller, r->at->flags);
		gprt_unlock(&mask);
	}
	return r->more;
}

static void count_length(struct gprt_thread *t, struct gprt_timed_record *r, uint64_t n)
{
	unsigned high = n < GPROF_TIMING_ROW ? 0 : 63 - (unsigned)__builtin_clzll(n);
	unsigned row = high ? high - 5 : 0;
	unsigned column = (unsigned)(high ? n >> (high - 6) : n) % GPROF_TIMING_ROW;
	unsigned place = place_of(r->at, row, column);

	while (place == GPROF_TIMING_ROOM && (r = further(t, r)))
		place = place_of(r->at, row, column);
	if (r)
		gprt_increment32(&r->at->counts[place][column]);
	else
		gprt_lose(GPROF_LOSS_TIMES);
}

static __attribute__((noinline)) void note_longest(struct gprof_timing *r, uint64_t began,
						   uint64_t n)
{
	struct gprof_timing_call *c = gprt_times_least(r);

	__atomic_store_n(&c->length, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&c->start, began, __ATOMIC_RELEASE);
	__atomic_store_n(&c->length, n, __ATOMIC_RELEASE);
	r->least = gprt_times_least(r)->length;
}

/* Calls that are under way though their frames are left, or gone. */
static void drop_calls(struct gprt_thread *t, uintptr_t frame, bool ended)
{
	for (uint32_t i = 1; i <= times.n; i++) {
		struct gprt_timed *s = find_state(t, i);

		if (!s || !s->frame || s->frame > frame)
			continue;
		s->frame = 0;
		s->record->at->open = 0;
		gprt_increment(ended ? &s->record->at->ended : &s->record->at->unwound);
	}
}

void gprt_time_leave(uintptr_t view, struct gprof_timed *f, uintptr_t frame, uint32_t returned)
{
	struct gprt_thread *t = ((struct gprt_view *)(view - 1))->thread;
	struct gprt_timed *s = f && f->index ? find_state(t, f->index) : NULL;
	struct gprt_timed_record *r;
	uint64_t ticks, n, until;

	if (!f)
		drop_calls(t, frame - 1, false);
	if (!s || s->frame != frame || is_stopped(f))
		return;
	ticks = now_after();
	until = now_of(f, ticks);
	n = until > s->from ? until - s->from : 0;
	r = s->record;
	s->frame = 0;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	r->at->open = 0;
	if (!returned) {
		gprt_increment(&r->at->unwound);
		return;
	}
	gprt_increment(&r->at->returned);
	gprt_add(&r->at->total, n);
	if (n < r->at->shortest)
		r->at->shortest = n;
	if (n > r->at->least)
		note_longest(r->at, s->began, n);
	count_length(t, r, n);
	if (ticks >= times.next)
		note_now(ticks);
}

/* ------------------------------------------------------------------ */

void gprt_times_ended(struct gprt_thread *t)
{
	drop_calls(t, UINTPTR_MAX, true);
}

void gprt_times_finish(uintptr_t frame)
{
	if (!times.n || times.stopped & MONOTONIC)
		return;
	for (struct gprt_thread *t = gprt_slots.first; t; t = t->next) {
		if (t == gprt_self)
			drop_calls(t, frame, false);
		else if (!t->tid || gprt_thread_gone(t))
			gprt_times_ended(t);
	}
	if (!times.stopped)
		note_now(now());
}

void gprt_times_forked(struct gprt_thread *t)
{
	for (uint32_t i = 1; i <= times.n; i++) {
		struct gprt_timed *s = find_state(t, i);

		if (s)
			*s = (struct gprt_timed){ 0 };
	}
	t->times.free = NULL;
	t->times.nfree = t->times.made = 0;
	t->times.full = false;
	times.noting = times.notes = 0;
	if (times.n && !times.stopped && gprt.state == GPRT_ON)
		start();
}

void gprt_times_stop(bool strict)
{
	if (!times.stopped && times.n)
		note_now(now());
	times.next = UINT64_MAX;
	times.stopped |= strict || !times.ticks ? CPU | MONOTONIC : CPU;
}
