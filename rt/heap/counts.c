/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counts.c - see counts.h.
 *
 * Threads that have ended leave their counts to the next ones: there are never more than lived at
 * once.  Nothing here takes a lock.  A handler that allocates may interrupt any of it: if both
 * make the same, the second one is dropped.
 */
#include "heap/counts.h"

#include <pthread.h>
#include <string.h>

#define ALL_CHUNK_BYTES (GPRT_CHUNK * sizeof(struct gprof_allocations))

struct gprt_heap_sums gprt_heap_sums = { .heap = &gprt_heap_sums.own, .own = { .epoch = 1 } };
struct gprt_heap_thread gprt_heap_nobody;
__thread struct gprt_heap_thread *gprt_heap_self = &gprt_heap_nobody;

void (*gprt_heap_ending)(struct gprt_heap_thread *t);

static struct gprt_heap_thread *threads; /* atomic; they are never removed */
static uint32_t nthreads;                /* atomic */
static pthread_key_t ending;             /* whose destructor takes notice of a thread's end */
static bool has_ending;

void gprt_key_folded(void)
{
	__atomic_fetch_add(&gprt_heap_sums.heap->folded, 1, __ATOMIC_RELAXED);
}

/* The thread finds its entries by key; 'chunk' is its own, from 'first' on. */
static void point(struct gprt_heap_thread *t, struct gprof_allocations *chunk, uint32_t first)
{
	for (uint32_t i = 0; i < GPRT_CHUNK; i++)
		t->entry[first + i] = &chunk[i];
}

/* Entries say whose they are; both this and the maker of a key do it, so that neither is missed. */
static void name_entries(struct gprof_allocations *chunk, uint32_t first)
{
	uint32_t n = gprt_key_count();

	for (uint32_t i = 0; i < GPRT_CHUNK && first + i < n; i++) {
		chunk[i].objects = gprt_key_list[first + i].objects;
		chunk[i].key = first + i;
		chunk[i].pc = __atomic_load_n(&gprt_key_list[first + i].place, __ATOMIC_SEQ_CST);
	}
}

static struct gprof_allocations *make_chunk(struct gprt_heap_thread *t, uint32_t first)
{
	struct gprof_allocations *chunk = NULL;

	if (gprt_service())
		chunk = gprt_heap_area(ALL_CHUNK_BYTES, GPROF_AREA_ALLOCATIONS);
	else
		t->own = 1;
	if (!chunk && gprt_service() && first)
		return NULL;
	if (!chunk) {
		chunk = gprt_heap_memory(ALL_CHUNK_BYTES);
		if (gprt_service())
			__atomic_fetch_add(&gprt_heap_sums.heap->unstored, 1, __ATOMIC_RELAXED);
	}
	return chunk;
}

/* Makes the chunk that has a key; NULL: no room for it. */
static struct gprof_allocations *chunk_for(struct gprt_heap_thread *t, uint32_t key)
{
	uint32_t first = key & ~(GPRT_CHUNK - 1);
	struct gprof_allocations **at = &t->chunk[key >> GPRT_CHUNK_BITS], *none = NULL;
	struct gprof_allocations *chunk = make_chunk(t, first);

	if (!chunk)
		return NULL;
	__atomic_compare_exchange_n(at, &none, chunk, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	name_entries(*at, first);
	point(t, *at, first);
	return *at;
}

/* A new key: chunks that threads have already. */
static GPRT_COLD void name_key(uint32_t key)
{
	gprt_key_list[key].named = 1;
	for (struct gprt_heap_thread *t = __atomic_load_n(&threads, __ATOMIC_SEQ_CST); t;
	     t = t->next) {
		struct gprof_allocations *chunk =
			__atomic_load_n(&t->chunk[key >> GPRT_CHUNK_BITS], __ATOMIC_SEQ_CST);

		if (chunk) {
			chunk[key & (GPRT_CHUNK - 1)].objects = gprt_key_list[key].objects;
			chunk[key & (GPRT_CHUNK - 1)].key = key;
			chunk[key & (GPRT_CHUNK - 1)].pc = gprt_key_list[key].place;
		}
	}
}

void gprt_key_name(uint32_t key)
{
	if (!gprt_key_list[key].named)
		name_key(key);
}

uint32_t gprt_caller_find(uintptr_t pc, uintptr_t sp)
{
	uint32_t key = gprt_key_find(pc, sp);

	gprt_key_name(key);
	return key;
}

uint64_t gprt_counts_blocks(void)
{
	uint64_t n = 0;

	for (const struct gprt_heap_thread *t = __atomic_load_n(&threads, __ATOMIC_SEQ_CST); t;
	     t = t->next)
		for (uint32_t i = 0; i < GPRT_CHUNKS; i++)
			for (uint32_t k = 0; t->chunk[i] && k < GPRT_CHUNK; k++)
				n += __atomic_load_n(&t->chunk[i][k].calls, __ATOMIC_RELAXED);
	return n;
}

void gprt_heap_sites_forget(bool (*is_gone)(uintptr_t pc, const void *data), const void *data)
{
	for (struct gprt_heap_thread *t = __atomic_load_n(&threads, __ATOMIC_SEQ_CST); t;
	     t = t->next)
		for (uint32_t i = 0; i < GPRT_SITES; i++)
			if (t->site[i] && is_gone(t->site[i] >> GPRT_KEY_BITS, data))
				__atomic_store_n(&t->site[i], 0, __ATOMIC_RELAXED);
}

struct gprof_allocations *gprt_heap_entry(struct gprt_heap_thread *t, uint32_t *key)
{
	struct gprof_allocations *chunk = t->chunk[*key >> GPRT_CHUNK_BITS];

	if (!chunk)
		chunk = chunk_for(t, *key);
	if (!chunk && gprt_key_list[*key].caller) {
		*key = gprt_key_list[*key].caller;
		return gprt_heap_entry(t, key);
	}
	if (!chunk) {
		gprt_key_folded();
		*key = GPRT_KEY_FOLDED;
		chunk = t->chunk[0] ? t->chunk[0] : chunk_for(t, 0);
	}
	return chunk ? &chunk[*key & (GPRT_CHUNK - 1)] : NULL;
}

/* One that no thread has. */
static struct gprt_heap_thread *find_free(void)
{
	for (struct gprt_heap_thread *t = __atomic_load_n(&threads, __ATOMIC_ACQUIRE); t;
	     t = t->next) {
		uint32_t free = 0;

		if (__atomic_compare_exchange_n(&t->taken, &free, 1, false, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			return t;
	}
	return NULL;
}

/* Blocks of one thread that another frees are temporary or young in neither. */
static struct gprt_heap_thread *make(void)
{
	struct gprt_heap_thread *t = gprt_heap_memory(sizeof(*t));
	uint32_t n;

	if (!t)
		return NULL;
	n = __atomic_fetch_add(&nthreads, 1, __ATOMIC_RELAXED);
	t->age = (n * 0x9e3779b97f4a7c15u) & ~GPRT_KEY_MASK;
	t->taken = 1;
	t->next = __atomic_load_n(&threads, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&threads, &t->next, t, false, __ATOMIC_SEQ_CST,
					    __ATOMIC_RELAXED))
		;
	if (n)
		__atomic_store_n(&gprt_heap_sums.several, 1, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&gprt_heap_sums.heap->threads, 1, __ATOMIC_RELAXED);
	return t;
}

struct gprt_heap_thread *gprt_heap_thread_begin(void)
{
	struct gprt_heap_thread *t = find_free();

	if (!t)
		t = make();
	if (t && gprt_heap_self != &gprt_heap_nobody) /* a handler was faster */
		__atomic_store_n(&t->taken, 0, __ATOMIC_RELEASE);
	else if (t)
		gprt_heap_self = t;
	if (gprt_heap_self == &gprt_heap_nobody)
		return NULL;
	if (has_ending)
		pthread_setspecific(ending, gprt_heap_self);
	return gprt_heap_self;
}

void gprt_heap_reach(struct gprof_heap *h, uint64_t sum)
{
	uint64_t peak = __atomic_load_n(&h->peak, __ATOMIC_RELAXED);

	while ((int64_t)sum > (int64_t)peak) {
		if (!__atomic_compare_exchange_n(&h->peak, &peak, sum, false, __ATOMIC_RELAXED,
						 __ATOMIC_RELAXED))
			continue;
		__atomic_fetch_add(&h->epoch, 1, __ATOMIC_RELAXED);
		break;
	}
}

void gprt_heap_settle(struct gprt_heap_thread *t)
{
	struct gprof_heap *h = gprt_heap_sums.heap;
	int64_t owed = t->owed;

	t->owed -= owed;
	gprt_heap_reach(h, h->live + __atomic_add_fetch(&h->settled, (uint64_t)owed,
							__ATOMIC_RELAXED));
}

/* If the thread allocates or frees after this, it takes one again. */
static void end_thread(void *thread)
{
	struct gprt_heap_thread *t = thread;

	if (!t || gprt_heap_self != t)
		return;
	if (gprt_heap_ending)
		gprt_heap_ending(t);
	gprt_heap_settle(t);
	gprt_heap_self = &gprt_heap_nobody;
	__atomic_store_n(&t->taken, 0, __ATOMIC_RELEASE);
}

void gprt_counts_init(void)
{
	has_ending = pthread_key_create(&ending, end_thread) == 0;
}

void gprt_counts_move(void)
{
	struct gprt_heap_thread *t = gprt_heap_self;

	if (!t->own) /* nobody has none */
		return;
	t->own = 0;
	for (uint32_t i = 0; i < GPRT_CHUNKS; i++) {
		struct gprof_allocations *chunk;

		if (!t->chunk[i])
			continue;
		chunk = gprt_heap_area(ALL_CHUNK_BYTES, GPROF_AREA_ALLOCATIONS);
		if (!chunk) {
			__atomic_fetch_add(&gprt_heap_sums.heap->unstored, 1, __ATOMIC_RELAXED);
			continue;
		}
		memcpy(chunk, t->chunk[i], ALL_CHUNK_BYTES);
		__atomic_store_n(&t->chunk[i], chunk, __ATOMIC_SEQ_CST);
		point(t, chunk, i * GPRT_CHUNK);
	}
}

/* Threads of the parent, and its counts, are not the child's. */
void gprt_counts_forked(void)
{
	gprt_heap_self = &gprt_heap_nobody;
	threads = NULL;
	nthreads = 0;
	gprt_heap_sums.several = 0;
}
