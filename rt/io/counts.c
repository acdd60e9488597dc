/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counts.c - see counts.h.
 *
 * Threads that have ended leave their counts to the next ones: there are never more than lived at
 * once.  Nothing here takes a lock.  A handler that reads or writes may interrupt any of it: if
 * both make the same entry, the second one is dropped.
 */
#include "io/counts.h"

#include <pthread.h>

#define FOLDED_ROOM GPROF_IO_KINDS /* entries that are kept for callers without room */
#define SIMPLE_KEYS 32u /* glibc has the values of the first keys in the thread itself */
#define MOST_ENTRIES (GPRT_IO_CHUNK * GPRT_IO_CHUNKS)

struct gprt_io_thread gprt_io_nobody;
__thread struct gprt_io_thread *gprt_io_self = &gprt_io_nobody;

static struct gprof_io_process nowhere;
struct gprof_io_process *gprt_io_process = &nowhere;

static struct gprt_io_thread *threads; /* atomic; they are never removed */
static pthread_key_t ending;           /* whose destructor takes notice of a thread's end */
static bool has_ending;

void gprt_key_folded(void)
{
	__atomic_fetch_add(&gprt_io_process->folded, 1, __ATOMIC_RELAXED);
}

/* ------------------------------------------------------------------ threads */

/* One that no thread has. */
static struct gprt_io_thread *find_free(void)
{
	for (struct gprt_io_thread *t = __atomic_load_n(&threads, __ATOMIC_ACQUIRE); t;
	     t = t->next) {
		uint32_t free = 0;

		if (__atomic_compare_exchange_n(&t->taken, &free, 1, false, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			return t;
	}
	return NULL;
}

static struct gprt_io_thread *make(void)
{
	struct gprt_io_thread *t = gprt_heap_memory(sizeof(*t));

	if (!t)
		return NULL;
	t->taken = 1;
	t->next = __atomic_load_n(&threads, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&threads, &t->next, t, false, __ATOMIC_SEQ_CST,
					    __ATOMIC_RELAXED))
		;
	__atomic_fetch_add(&gprt_io_process->threads, 1, __ATOMIC_RELAXED);
	return t;
}

/* Returns true if the thread has one then. */
static bool begin_thread(void)
{
	struct gprt_io_thread *t = find_free();

	if (!t)
		t = make();
	if (t && gprt_io_self != &gprt_io_nobody) /* a handler was faster */
		__atomic_store_n(&t->taken, 0, __ATOMIC_RELEASE);
	else if (t)
		gprt_io_self = t;
	if (gprt_io_self == &gprt_io_nobody)
		return false;
	/* write() may be called in a handler that interrupted malloc, which values of later keys
	   need. */
	if (has_ending && ending < SIMPLE_KEYS)
		pthread_setspecific(ending, gprt_io_self);
	return true;
}

/* If the thread reads or writes after this, it takes one again. */
static void end_thread(void *thread)
{
	struct gprt_io_thread *t = thread;

	if (!t || gprt_io_self != t)
		return;
	gprt_io_self = &gprt_io_nobody;
	__atomic_store_n(&t->taken, 0, __ATOMIC_RELEASE);
}

void gprt_io_counts_init(void)
{
	has_ending = pthread_key_create(&ending, end_thread) == 0;
}

void gprt_io_counts_begin(void)
{
	struct gprof_io_process *p = gprt_heap_area(sizeof(*p), GPROF_AREA_IO_PROCESS);

	if (p)
		gprt_io_process = p;
}

/* Threads of the parent, and its counts, are not the child's. */
void gprt_io_counts_forked(void)
{
	gprt_io_self = &gprt_io_nobody;
	threads = NULL;
	gprt_io_process = &nowhere;
}

void gprt_sites_forget(bool (*is_gone)(uintptr_t pc, const void *data), const void *data)
{
	for (struct gprt_io_thread *t = __atomic_load_n(&threads, __ATOMIC_SEQ_CST); t;
	     t = t->next)
		for (uint32_t i = 0; i < GPRT_IO_SITES; i++) {
			struct gprof_io *e = __atomic_load_n(&t->site[i], __ATOMIC_RELAXED);

			if (e && is_gone(gprt_key_list[e->key].pc, data))
				__atomic_store_n(&t->site[i], NULL, __ATOMIC_RELAXED);
		}
}

/* ------------------------------------------------------------------ entries */

static struct gprof_io *entry_at(const struct gprt_io_thread *t, uint32_t i)
{
	return &t->chunk[i / GPRT_IO_CHUNK][i % GPRT_IO_CHUNK];
}

/* The next free entry, or NULL.  Some are for callers without room alone. */
static struct gprof_io *take(struct gprt_io_thread *t, bool folded, uint32_t *number)
{
	uint32_t n = __atomic_load_n(&t->n, __ATOMIC_RELAXED);
	struct gprof_io **chunk, *none = NULL, *made;

	do {
		if (n >= MOST_ENTRIES - (folded ? 0 : FOLDED_ROOM))
			return NULL;
	} while (!__atomic_compare_exchange_n(&t->n, &n, n + 1, false, __ATOMIC_RELAXED,
					      __ATOMIC_RELAXED));
	chunk = &t->chunk[n / GPRT_IO_CHUNK];
	if (!*chunk) {
		made = gprt_heap_area(GPRT_IO_CHUNK * sizeof(*made), GPROF_AREA_IO);
		if (!made)
			return NULL;
		__atomic_compare_exchange_n(chunk, &none, made, false, __ATOMIC_SEQ_CST,
					    __ATOMIC_SEQ_CST);
	}
	*number = n + 1;
	return entry_at(t, n);
}

static uint32_t hash(uint32_t key, uint32_t file, enum gprof_io_kind kind)
{
	uint64_t all = (uint64_t)key << 40 | (uint64_t)file << 8 | (uint64_t)kind;

	return (uint32_t)(all * 0x9e3779b97f4a7c15u >> 40);
}

static bool is(const struct gprof_io *e, uint32_t key, uint32_t file, enum gprof_io_kind kind)
{
	return e->key == key && e->file == file && e->kind == (uint32_t)kind;
}

static struct gprof_io *find(struct gprt_io_thread *t, uint32_t key, uint32_t file,
			     enum gprof_io_kind kind)
{
	uint32_t at = hash(key, file, kind), number = 0;
	struct gprof_io *mine = NULL;
	uint16_t there;

	for (;; at++) {
		uint16_t *slot = &t->index[at % GPRT_IO_INDEX];

		there = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
		if (there && is(entry_at(t, there - 1u), key, file, kind))
			break;
		if (there)
			continue;
		if (!mine)
			mine = take(t, key == GPRT_KEY_FOLDED, &number);
		if (!mine)
			return NULL;
		mine->pc = gprt_key_list[key].place;
		mine->objects = gprt_key_list[key].objects;
		mine->key = key;
		mine->file = file;
		mine->kind = (uint32_t)kind;
		if (__atomic_compare_exchange_n(slot, &there, (uint16_t)number, false,
						__ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE))
			return mine;
		if (is(entry_at(t, there - 1u), key, file, kind))
			break;
	}
	if (mine)
		mine->kind = 0; /* a handler made the same */
	return entry_at(t, there - 1u);
}

struct gprof_io *gprt_io_entry(uint32_t file, enum gprof_io_kind kind, uintptr_t pc, uintptr_t sp)
{
	struct gprof_io *e;

	if (gprt_io_self == &gprt_io_nobody && !begin_thread())
		e = NULL;
	else
		e = find(gprt_io_self, gprt_key_find(pc, sp), file, kind);
	if (!e && gprt_io_self != &gprt_io_nobody) {
		gprt_key_folded();
		e = find(gprt_io_self, GPRT_KEY_FOLDED, 0, kind);
	}
	if (!e)
		__atomic_fetch_add(&gprt_io_process->lost, 1, __ATOMIC_RELAXED);
	else
		*gprt_io_site(gprt_io_self, pc, file) = e;
	return e;
}
