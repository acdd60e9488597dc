/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * samples.c - see samples.h.
 *
 * A table has the samples that are there, by address: each in one of WINDOW slots.  A filter says
 * for most other blocks that they are not in it.  The counts of an entry are estimates: a sample
 * counts as often as the blocks that it represents.
 *
 * The moment of the peak comes from all bytes that were allocated and freed, which the threads
 * add up when they meet a sample: the largest of the estimates would be too high.  Some that are
 * freed may never have been seen: a sum below 0 becomes 0.
 *
 * No lock: a handler may allocate at any place here.  Who takes a slot owns it until it stores an
 * address.
 */
#include "heap/samples.h"

#include "heap/stacks.h"

#include <errno.h>
#include <time.h>

#define HALF (GPRT_SAMPLE_BYTES / 2) /* bytes: the shortest gap */
#define LARGE (3 * HALF)             /* no gap is as long: such blocks are all counted */
#define ONE (1ull << 16)             /* of fractions below */
#define SLOT_BITS 17
#define SLOTS (1u << SLOT_BITS)
#define WINDOW 16u
#define MIX 0x9e3779b97f4a7c15u
#define MOST_FILTER 255u /* never less again */
#define NO_KEY GPRT_KEY_MASK /* of a piece that was not drawn */

enum { FREE, TAKEN, LOWEST }; /* in place of an address */

struct sample {
	uint64_t size;   /* bytes asked for */
	uint64_t birth;  /* as in a tag */
	uint64_t represents; /* so many blocks; 0: none, and its bytes are not counted */
	bool piece;          /* of a pool, which has a table of its own (pieces.c) */
};

/* The samples of a process. */
struct table {
	uintptr_t at[SLOTS]; /* FREE, TAKEN, or the block; atomic */
	struct sample sample[SLOTS];
	struct gprof_heap_samples *head; /* in the profile; NULL: not yet */
};

uint32_t gprt_sampling;
__thread struct gprt_sampler gprt_sampler;
uint8_t gprt_filter[1u << GPRT_FILTER_BITS];

static struct table *table; /* atomic; NULL: no memory */
static int64_t total;       /* bytes allocated and not freed; atomic */

/* ------------------------------------------------------------------ the table */

static uint64_t first_slot(const void *block)
{
	return ((uintptr_t)block >> 4) * MIX >> (64 - SLOT_BITS);
}

static void filter_add(const void *block)
{
	uint8_t *at = gprt_filter_at(block), n = __atomic_load_n(at, __ATOMIC_RELAXED);

	while (n < MOST_FILTER && !__atomic_compare_exchange_n(at, &n, n + 1, true,
							       __ATOMIC_SEQ_CST,
							       __ATOMIC_RELAXED))
		;
}

static void filter_subtract(const void *block)
{
	uint8_t *at = gprt_filter_at(block), n = __atomic_load_n(at, __ATOMIC_RELAXED);

	while (n && n < MOST_FILTER && !__atomic_compare_exchange_n(at, &n, n - 1, true,
								    __ATOMIC_SEQ_CST,
								    __ATOMIC_RELAXED))
		;
}

/* False: the table is full there. */
static bool enter(const void *block, const struct sample *sample)
{
	struct table *t = __atomic_load_n(&table, __ATOMIC_ACQUIRE);
	uint64_t first = first_slot(block);

	for (uint64_t i = first; t && i < first + WINDOW; i++) {
		uintptr_t *at = &t->at[i & (SLOTS - 1)], none = FREE;

		if (!__atomic_compare_exchange_n(at, &none, TAKEN, false, __ATOMIC_ACQUIRE,
						 __ATOMIC_RELAXED))
			continue;
		t->sample[i & (SLOTS - 1)] = *sample;
		filter_add(block);
		__atomic_store_n(at, (uintptr_t)block, __ATOMIC_RELEASE);
		return true;
	}
	if (t && t->head)
		__atomic_fetch_add(&t->head->lost, 1, __ATOMIC_RELAXED);
	return false;
}

/* Takes a block out; false: it is not there. */
static bool take(const void *block, struct sample *to)
{
	struct table *t = __atomic_load_n(&table, __ATOMIC_ACQUIRE);
	uint64_t first = first_slot(block);
	uintptr_t there = (uintptr_t)block;

	for (uint64_t i = first; t && there >= LOWEST && i < first + WINDOW; i++) {
		uintptr_t *at = &t->at[i & (SLOTS - 1)];

		if (__atomic_load_n(at, __ATOMIC_ACQUIRE) != there)
			continue;
		*to = t->sample[i & (SLOTS - 1)];
		if (!__atomic_compare_exchange_n(at, &there, FREE, false, __ATOMIC_ACQ_REL,
						 __ATOMIC_RELAXED))
			return false;
		filter_subtract(block);
		return true;
	}
	return false;
}

/* ------------------------------------------------------------------ threads */

/* Each run draws other blocks. */
static uint64_t seed(const struct gprt_heap_thread *t)
{
	struct timespec now = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (((uintptr_t)t ^ (uint64_t)now.tv_nsec << 32) + (uint64_t)now.tv_sec) * MIX | 1;
}

static uint64_t draw_number(struct gprt_heap_thread *t)
{
	uint64_t x = t->random ? t->random : seed(t);

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	t->random = x;
	return x * MIX >> 16;
}

static uint64_t draw_gap(struct gprt_heap_thread *t)
{
	return HALF + draw_number(t) % (2 * HALF);
}

/* A thread begins anywhere between two samples, more often between two that lie far apart. */
static uint64_t draw_first(struct gprt_heap_thread *t)
{
	uint64_t gap;

	do
		gap = draw_gap(t);
	while (draw_number(t) % (3 * HALF) >= gap);
	return 1 + draw_number(t) % gap;
}

/* Bytes that the thread has allocated. */
static uint64_t allocated(const struct gprt_sampler *s)
{
	return s->drawn - (uint64_t)s->left;
}

static void set_age(struct gprt_heap_thread *t)
{
	t->age = gprt_sampler.origin + (allocated(&gprt_sampler) << GPRT_KEY_BITS);
}

/* NULL: no memory. */
static struct gprt_heap_thread *thread(void)
{
	struct gprt_sampler *s = &gprt_sampler;
	struct gprt_heap_thread *t = gprt_heap_self;
	uint64_t first;

	if (t != &gprt_heap_nobody)
		return t;
	t = gprt_heap_thread_begin();
	if (t && !s->drawn) {
		first = draw_first(t);
		s->left += (int64_t)first;
		s->drawn += first;
	}
	if (t)
		s->origin = t->age - (allocated(s) << GPRT_KEY_BITS);
	return t;
}

/* Adds what the thread has allocated and freed to the process's sum. */
static void settle(void)
{
	struct gprt_sampler *s = &gprt_sampler;
	struct gprof_heap *h = gprt_heap_sums.heap;
	uint64_t now = allocated(s) - s->freed;
	int64_t owed = (int64_t)(now - s->settled), sum;

	s->settled = now;
	sum = __atomic_add_fetch(&total, owed, __ATOMIC_RELAXED);
	if (sum < 0) {
		__atomic_compare_exchange_n(&total, &sum, 0, false, __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED);
		sum = 0;
	}
	__atomic_store_n(&h->settled, (uint64_t)sum, __ATOMIC_RELAXED);
	gprt_heap_reach(h, (uint64_t)sum);
}

static void end_thread(struct gprt_heap_thread *t)
{
	set_age(t);
	settle();
}

/* ------------------------------------------------------------------ blocks */

/*
 * The probability that a block of so many bytes is a sample, from HALF on: that the gap that
 * covers its start ends in it.  Gaps are evenly between HALF and LARGE, and longer ones cover more.
 */
static uint64_t chance(size_t bytes)
{
	uint64_t u = bytes * ONE / GPRT_SAMPLE_BYTES;

	return 3 * u / 2 - u * u / (2 * ONE) - ONE / 8;
}

/* How many blocks of so many bytes one represents: one of the two next whole numbers, so that it
   is right on average.  Address and age are as good as a number drawn, and are still known when the
   block goes. */
static uint64_t represented(const void *block, size_t bytes, uint64_t age)
{
	uint64_t mixed = (((uintptr_t)block >> 4) * MIX ^ (age >> GPRT_KEY_BITS)) * MIX >> 32;

	if (bytes >= LARGE)
		return 1;
	if (bytes >= HALF)
		return 1 + (mixed % ONE < ONE * ONE / chance(bytes) - ONE);
	return (GPRT_SAMPLE_BYTES + mixed % bytes) / bytes;
}

/* The number of the stack, whose entry is in *a; NULL: no memory. */
static uint32_t key_of(struct gprt_heap_thread *t, uint32_t sampled, uintptr_t pc, uintptr_t sp,
		       struct gprof_allocations **a)
{
	uint32_t key = gprt_stack_find(t, pc, sp, sampled);

	if (key == GPRT_WORDS_NONE)
		key = gprt_stack_key(t, pc, sp, sampled);
	*a = gprt_entry_known(t, key);
	if (!*a)
		*a = gprt_heap_entry(t, &key);
	return key;
}

static void gain(struct gprof_allocations *a, const struct sample *sample)
{
	gprt_entry_keep(a, gprt_heap_sums.heap);
	a->calls += sample->represents;
	a->bytes += sample->represents * sample->size;
}

/* True if the thread passed 0 with a block of so many bytes; then it draws anew.  A large block
   always passes it, and changes no draw. */
static bool passes(struct gprt_heap_thread *t, size_t bytes)
{
	struct gprt_sampler *s = &gprt_sampler;
	bool passed = s->left < 0;
	uint64_t gap;

	if (bytes >= LARGE) {
		s->left += (int64_t)bytes;
		s->drawn += bytes;
	}
	while (s->left < 0) {
		gap = draw_gap(t);
		s->left += (int64_t)gap;
		s->drawn += gap;
	}
	return passed || bytes >= LARGE;
}

/* Counts a sample; bytes: that it takes.  False: no memory. */
static bool count(struct gprt_heap_thread *t, const void *block, struct sample *sample,
		  size_t bytes, uintptr_t pc, uintptr_t sp)
{
	uint32_t sampled = bytes >= LARGE ? 0 : gprt_stack_class(sample->size);
	struct gprof_allocations *a;
	uint32_t key = key_of(t, sampled, pc, sp, &a);

	if (!a)
		return false;
	set_age(t);
	sample->birth = t->age | key;
	sample->represents = represented(block, bytes, t->age);
	if (!sample->piece && !enter(block, sample))
		return false;
	gain(a, sample);
	settle();
	return true;
}

static size_t bytes_of(void *block)
{
	return gprt_real.glibc ? gprt_glibc_bytes(block) : gprt_real.usable(block);
}

static void draw(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	size_t bytes = bytes_of(block);
	struct sample sample = { .size = size };
	struct gprt_heap_thread *t = thread();

	if (t && passes(t, bytes))
		count(t, block, &sample, bytes, pc, sp);
}

void *gprt_sample_draw(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	int error = errno;

	if (block)
		draw(block, size, pc, sp);
	errno = error;
	return block;
}

void *gprt_sample_made(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	gprt_sampler.left -= block ? (int64_t)bytes_of(block) : 0;
	return GPRT_RARE(gprt_sampler.left < 0) ? gprt_sample_draw(block, size, pc, sp) : block;
}

/* A block that was taken out goes. */
static void gone(const struct sample *sample)
{
	int error = errno;
	struct gprt_heap_thread *t = thread();
	uint32_t key = sample->birth & GPRT_KEY_MASK;
	struct gprof_allocations *a = t && sample->represents ? gprt_heap_entry(t, &key) : NULL;
	uint64_t age;

	if (a) {
		set_age(t);
		age = t->age - (sample->birth & ~GPRT_KEY_MASK);
		gprt_entry_keep(a, gprt_heap_sums.heap);
		a->frees += sample->represents;
		a->freed += sample->represents * sample->size;
		a->young += age < GPRT_YOUNG ? sample->represents : 0;
		a->temporary += age ? 0 : sample->represents;
		settle();
	}
	errno = error;
}

void gprt_sample_lose(void *block)
{
	struct sample sample = { .represents = 1 };
	bool had = gprt_sample_may_be(block) && take(block, &sample);

	if (sample.represents)
		gprt_sampler.freed += bytes_of(block);
	if (had)
		gone(&sample);
}

void gprt_sample_release(void *block)
{
	if (gprt_early_owns(block))
		return;
	gprt_sample_lose(block);
	gprt_real.free(block);
}

void *gprt_sample_resize(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	struct sample old = { .represents = 1 };
	bool had = gprt_sample_may_be(block) && take(block, &old);
	size_t before = bytes_of(block);
	void *to = gprt_real.realloc(block, size);

	if (GPRT_RARE(!to && size)) {
		if (had)
			enter(block, &old);
		return NULL;
	}
	if (old.represents)
		gprt_sampler.freed += before;
	if (had)
		gone(&old);
	return gprt_sample_made(to, size, pc, sp);
}

/* ------------------------------------------------------------------ pools */

bool gprt_sample_piece(const void *piece, size_t size, uintptr_t pc, uintptr_t sp,
		       uint64_t *birth)
{
	int error = errno;
	struct gprt_heap_thread *t = thread();
	size_t bytes = size + !size;
	struct sample sample = { .size = size, .piece = true };
	bool ok = t != NULL;

	*birth = NO_KEY;
	gprt_sampler.left -= (int64_t)bytes;
	if (t && (gprt_sampler.left < 0) && passes(t, bytes)) {
		ok = count(t, piece, &sample, bytes, pc, sp);
		*birth = ok ? sample.birth : NO_KEY;
	}
	errno = error;
	return ok;
}

void gprt_sample_piece_gone(const void *piece, size_t size, uint64_t birth)
{
	size_t bytes = size + !size;
	uint64_t represents = represented(piece, bytes, birth & ~GPRT_KEY_MASK);
	struct sample sample = { size, birth, represents, true };

	gprt_sampler.freed += bytes;
	if ((birth & GPRT_KEY_MASK) != NO_KEY)
		gone(&sample);
}

void gprt_sample_chunk(void *block)
{
	struct sample none = { 0 };

	enter(block, &none);
}

/* ------------------------------------------------------------------ the process */

bool gprt_samples_init(void)
{
	table = gprt_heap_memory(sizeof(*table));
	gprt_sampling = table && gprt_stacks_init(GPRT_STACKS_ALL);
	if (gprt_sampling)
		gprt_heap_ending = end_thread;
	return gprt_sampling;
}

bool gprt_samples_attach(void)
{
	struct gprof_heap_samples *head = NULL;

	if (gprt_service())
		head = gprt_heap_area(sizeof(*head), GPROF_AREA_HEAP_SAMPLES);
	if (head)
		head->bytes = GPRT_SAMPLE_BYTES;
	if (table)
		table->head = head;
	/* These are never freed: the filter has them looked at. */
	for (size_t i = 0; i < gprt_early_used; i += 16) /* as they are aligned */
		*gprt_filter_at(gprt_early + i) = MOST_FILTER;
	return gprt_real.glibc;
}

/* The blocks of the parent are the parent's. */
void gprt_samples_forked(void)
{
	if (!gprt_sampling)
		return;
	table = gprt_heap_memory(sizeof(*table));
	for (size_t i = 0; i < sizeof(gprt_filter); i++)
		if (gprt_filter[i])
			gprt_filter[i] = 0;
	total = 0;
}
