/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stacks.c - see stacks.h.
 *
 * Sizes of frames are learned once from the runtime's unwinder; then a stack is walked by a table,
 * a load and a comparison for each frame.  The addresses are mixed to a name, by which the number
 * is found.  A new stack is written to the profile as a tree: a frame is its address and the frame
 * around it.  A function that calls itself from one place is one frame.
 *
 * Frames of varying size, as alloca() makes them, need the unwinder each time.
 *
 * No lock: who loses a race has made a frame or taken a number in vain.  A handler that interrupts
 * a walk and allocates gets its caller's number.
 *
 * Cost: about 25 instructions a frame, and 60; of a frame met first some us.
 */
#include "heap/stacks.h"

#include <string.h>
#include <time.h>

#define FRAME_BITS 16
#define STACK_BITS 17
#define NODE_BITS 19
#define MOST_NODES (1u << 18)
#define NODES_AT_ONCE 1024u
#define MOST_STACK_KEYS (GPRT_KEYS / 4 * 3) /* the others are for callers */

/* Values of the table of frames. */
#define COUNTS 0x8000u /* a bit: the frame is in an object with instrumented code */
#define ENDS 0x7fffu   /* nobody called the frame */
#define CUT 0x7ffeu    /* its caller is not known */
#define VARIES 0x7ffcu /* the unwinder has to leave it each time */
#define MOST_WORDS VARIES

#define NONE GPRT_WORDS_NONE
#define MIX 0x9e3779b97f4a7c15u

#define PERIOD 64u         /* small blocks of which one has its stack */
#define LARGE 8192u        /* bytes of a block that always has its stack */
#define TIMED 16u          /* of so many walks one is timed */
#define CHECKED 256u       /* walks of a thread between two looks at the cost */
#define GRACE 20000000u    /* ns that walks may take in any case */
#define SHARE 50u          /* and this part of the CPU time */
#define LONGEST_WALK 5000u /* ns; a longer one was interrupted */
#define LONGEST_LESSON 200000u

/* The stacks of a process. */
struct tables {
	struct gprt_words stack;        /* by name: the number */
	uint64_t words[1u << STACK_BITS];
	uint32_t node_at[1u << NODE_BITS]; /* frames by content, their ids; 0: free */
	struct gprof_heap_frames *chunk[MOST_NODES / NODES_AT_ONCE];
	uint32_t nnodes; /* ids given, from 1; atomic */
	uint32_t first;  /* older ids are not used again: their code may have gone */
	uint32_t age;    /* of the code: how often some went */
	uint64_t spent;  /* ns of walks; atomic */
	struct gprof_heap_stacks *head; /* in the profile; NULL: not yet */
};

uint32_t gprt_stacks_mode;
uint32_t gprt_stacks_sampled;

static uint64_t sizes[1u << FRAME_BITS];
static struct gprt_words frames = { sizes, FRAME_BITS, 0 };
static struct tables *tables; /* NULL: not yet in this process */

static struct tables *tables_made(void)
{
	struct tables *t = __atomic_load_n(&tables, __ATOMIC_ACQUIRE), *none = NULL;

	if (t)
		return t;
	t = gprt_heap_memory(sizeof(*t));
	if (!t)
		return NULL;
	t->stack = (struct gprt_words){ t->words, STACK_BITS, 0 };
	__atomic_compare_exchange_n(&tables, &none, t, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
	return tables;
}

bool gprt_stacks_init(enum gprt_stack_mode mode)
{
	if (mode && tables_made())
		gprt_stacks_mode = mode;
	return gprt_stacks_mode;
}

/* The tables stay where they are, for a thread of the parent's may be in them. */
void gprt_stacks_forked(void)
{
	tables = NULL;
	gprt_stacks_sampled = 0;
}

void gprt_sites_forget(bool (*is_gone)(uintptr_t pc, const void *data), const void *data)
{
	struct tables *t = __atomic_load_n(&tables, __ATOMIC_ACQUIRE);

	gprt_heap_sites_forget(is_gone, data);
	gprt_words_forget(&frames, 0, is_gone, data);
	if (!t)
		return;
	t->first = __atomic_load_n(&t->nnodes, __ATOMIC_RELAXED) + 1;
	__atomic_fetch_add(&t->age, 1, __ATOMIC_RELEASE);
}

/* ------------------------------------------------------------------ cost */

static uint64_t now(clockid_t clock)
{
	struct timespec at;

	if (clock_gettime(clock, &at))
		return 0;
	return (uint64_t)at.tv_sec * 1000000000u + (uint64_t)at.tv_nsec;
}

static void spend(struct tables *s, uint64_t since, uint64_t longest, uint64_t times)
{
	uint64_t ns = now(CLOCK_MONOTONIC) - since;

	__atomic_fetch_add(&s->spent, (ns < longest ? ns : longest) * times, __ATOMIC_RELAXED);
}

static struct gprof_heap_stacks *head(struct tables *s)
{
	struct gprof_heap_stacks *h = __atomic_load_n(&s->head, __ATOMIC_ACQUIRE), *none = NULL;

	if (h)
		return h;
	h = gprt_heap_area(sizeof(*h), GPROF_AREA_HEAP_STACKS);
	if (!h)
		return NULL;
	/* The area of a thread that comes second has no period, so readers ignore it. */
	if (!__atomic_compare_exchange_n(&s->head, &none, h, false, __ATOMIC_ACQ_REL,
					 __ATOMIC_ACQUIRE))
		return none;
	h->large = LARGE;
	__atomic_store_n(&h->period, PERIOD, __ATOMIC_RELEASE);
	return h;
}

/* From now on walks are seldom, if they took too much; of large blocks, if they took twice that. */
static GPRT_COLD void check_cost(struct tables *s)
{
	uint64_t spent = __atomic_load_n(&s->spent, __ATOMIC_RELAXED);
	uint32_t level = __atomic_load_n(&gprt_stacks_sampled, __ATOMIC_RELAXED);
	uint64_t spare = GRACE + now(CLOCK_PROCESS_CPUTIME_ID) / SHARE;
	struct gprof_heap_stacks *h = head(s);

	if (gprt_stacks_mode != GPRT_STACKS_SPARE || level > 1 || !h || spent < spare * (level + 1))
		return;
	if (!__atomic_compare_exchange_n(&gprt_stacks_sampled, &level, level + 1, false,
					 __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return;
	if (level)
		__atomic_store_n(&h->large, 0, __ATOMIC_RELAXED);
	else
		__atomic_store_n(&h->exact, gprt_counts_blocks(), __ATOMIC_RELAXED);
}

/* Blocks to the next whose stack is wanted: PERIOD on average, none of them foreseeable. */
static uint32_t gap(struct gprt_heap_thread *t)
{
	uint64_t x = t->random ? t->random : t->age | 1;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	t->random = x;
	return 1 + (uint32_t)((x >> 32) % (2 * PERIOD - 1));
}

bool gprt_stack_is_sampled(struct gprt_heap_thread *t, size_t size, uint32_t *sampled)
{
	if (size >= LARGE && __atomic_load_n(&gprt_stacks_sampled, __ATOMIC_RELAXED) == 1)
		return true;
	*sampled = gprt_stack_class(size);
	if (t->gap > 1) {
		t->gap--;
		return false;
	}
	t->gap = gap(t);
	return true;
}

/* ------------------------------------------------------------------ walks */

static uint32_t way_out(const struct gprof_heap_frame *f, bool last)
{
	uint32_t way = f->size / 8;

	if (f->is & GPROF_HEAP_FRAME_FIRST)
		way = ENDS;
	else if (last)
		way = CUT;
	else if (!f->size || f->size % 8 || way >= MOST_WORDS)
		way = VARIES;
	return way | (f->is & GPROF_HEAP_FRAME_COUNTS ? COUNTS : 0);
}

/* A stack as it is walked: addresses, the innermost first. */
struct walk {
	uintptr_t *pc;
	uint32_t n;
	uint32_t caller; /* position of the caller; NONE: no frame counts so far */
};

static inline void put(struct walk *w, uintptr_t pc, bool counts)
{
	if (counts && w->caller == NONE)
		w->caller = w->n;
	if (!w->n || w->pc[w->n - 1] != pc)
		w->pc[w->n++] = pc;
}

/* False: the runtime does not know it either. */
static GPRT_COLD bool learn(struct gprt_heap_thread *t, struct walk *w, uintptr_t pc)
{
	const struct gprof_heap_service *s = gprt_service();
	uint32_t n = s ? s->stack(pc, t->frame, GPRT_MOST_FRAMES) : 0;

	w->n = 0;
	w->caller = NONE;
	for (uint32_t i = 0; i < n; i++) {
		const struct gprof_heap_frame *f = &t->frame[i];

		put(w, f->pc, f->is & GPROF_HEAP_FRAME_COUNTS);
		if (!(f->is & GPROF_HEAP_FRAME_EXACT) && (i + 1 < n || n < GPRT_MOST_FRAMES))
			gprt_words_enter(&frames, f->pc, way_out(f, i + 1 == n));
	}
	if (n && !(t->frame[n - 1].is & GPROF_HEAP_FRAME_FIRST))
		w->pc[w->n++] = GPROF_HEAP_CUT;
	return n;
}

/* The name of a stack as far as frames are mixed in, from the caller outwards. */
static inline uint64_t mix(uint64_t name, uintptr_t pc)
{
	return ((name << 5 | name >> 59) ^ pc) * MIX;
}

/* Spread over all bits: xored with an address, small numbers would make two stacks alike. */
static inline uint64_t mix_begin(const struct tables *s, uint32_t sampled)
{
	return ((uint64_t)s->age << 8 | sampled) * MIX;
}

static inline uint64_t mix_end(uint64_t name)
{
	name ^= name >> 47;
	return (name * MIX >> 16) | 1;
}

/* How to leave the frame that 'pc' returns to, or NONE. */
static inline uint32_t way_known(uintptr_t pc)
{
	uint64_t word = __atomic_load_n(&sizes[gprt_words_slot(pc, FRAME_BITS)], __ATOMIC_ACQUIRE);

	if (__builtin_expect(word >> 16 == pc && (word & 0xffff) != GPRT_WORDS_FORGOTTEN, 1))
		return word & 0xffff;
	return gprt_words_find(&frames, pc);
}

/* Walks by the table alone.  False: not all frames are known, or some vary, or there are too
   many. */
static bool walk_known(struct walk *w, uintptr_t pc, uintptr_t sp)
{
	uint32_t way;

	w->n = 0;
	w->caller = NONE;
	if (__atomic_load_n(&gprt_unloading, __ATOMIC_RELAXED))
		return false;
	for (uint32_t i = 0; i < GPRT_MOST_FRAMES && (way = way_known(pc)) != NONE; i++) {
		put(w, pc, way & COUNTS);
		way &= ~COUNTS;
		if (way == CUT)
			w->pc[w->n++] = GPROF_HEAP_CUT;
		if (way >= MOST_WORDS)
			return way != VARIES;
		sp += 8ul * way;
		pc = *(const uintptr_t *)(sp - 8);
	}
	return false;
}

/* The name of the stack; 0: not all frames are known, or some vary, or no frame counts. */
static inline uint64_t name_known(const struct tables *s, uintptr_t pc, uintptr_t sp,
				  uint32_t sampled)
{
	uint64_t name = mix_begin(s, sampled);
	uint32_t way, i = 0;
	uintptr_t last = 0;

	while (!((way = way_known(pc)) & COUNTS)) {
		if (way >= MOST_WORDS || ++i == GPRT_MOST_FRAMES)
			return 0;
		sp += 8ul * way;
		pc = *(const uintptr_t *)(sp - 8);
	}
	for (; i < GPRT_MOST_FRAMES; i++) {
		if (GPRT_RARE(way == NONE))
			return 0;
		if (pc != last)
			name = mix(name, pc);
		last = pc;
		way &= ~COUNTS;
		if (GPRT_RARE(way >= MOST_WORDS)) {
			if (way == VARIES)
				return 0;
			return mix_end(way == CUT ? mix(name, GPROF_HEAP_CUT) : name);
		}
		sp += 8ul * way;
		pc = *(const uintptr_t *)(sp - 8);
		way = way_known(pc);
	}
	return mix_end(mix(name, GPROF_HEAP_CUT));
}

static GPRT_COLD uint64_t name_timed(struct gprt_heap_thread *t, struct tables *s, uintptr_t pc,
				     uintptr_t sp, uint32_t sampled)
{
	uint64_t since = now(CLOCK_MONOTONIC), name = name_known(s, pc, sp, sampled);

	spend(s, since, LONGEST_WALK, TIMED);
	if (t->walks % CHECKED == 1)
		check_cost(s);
	return name;
}

uint32_t gprt_stack_find(struct gprt_heap_thread *t, uintptr_t pc, uintptr_t sp, uint32_t sampled)
{
	struct tables *s = __atomic_load_n(&tables, __ATOMIC_ACQUIRE);
	uint64_t name;

	if (!s || t == &gprt_heap_nobody ||
	    GPRT_RARE(__atomic_load_n(&gprt_unloading, __ATOMIC_RELAXED)))
		return NONE;
	if (t->walks++ % TIMED == 0)
		name = name_timed(t, s, pc, sp, sampled);
	else
		name = name_known(s, pc, sp, sampled);
	return name ? gprt_words_find(&s->stack, name) : NONE;
}

/* ------------------------------------------------------------------ the tree */

/* The frame with an id; NULL: no room for it. */
static struct gprof_heap_stack_frame *node(struct tables *s, uint32_t id)
{
	struct gprof_heap_frames **at = &s->chunk[(id - 1) / NODES_AT_ONCE], *none = NULL, *chunk;

	if (!__atomic_load_n(at, __ATOMIC_ACQUIRE)) {
		chunk = gprt_heap_area(sizeof(*chunk) + NODES_AT_ONCE * sizeof(*chunk->items),
				       GPROF_AREA_HEAP_FRAMES);
		if (!chunk)
			return NULL;
		/* One that comes second keeps its number, and is never in use. */
		chunk->first_id = (id - 1) / NODES_AT_ONCE * NODES_AT_ONCE + 1;
		__atomic_compare_exchange_n(at, &none, chunk, false, __ATOMIC_ACQ_REL,
					    __ATOMIC_ACQUIRE);
	}
	return &(*at)->items[(id - 1) % NODES_AT_ONCE];
}

/* A new frame; 0: no room.  place: of its address, in the profile. */
static uint32_t make_node(struct tables *s, uint32_t parent, uint64_t place)
{
	struct gprof_heap_stack_frame *f;
	uint32_t id;

	if (__atomic_load_n(&s->nnodes, __ATOMIC_RELAXED) >= MOST_NODES)
		return 0;
	id = __atomic_add_fetch(&s->nnodes, 1, __ATOMIC_RELAXED);
	f = id <= MOST_NODES ? node(s, id) : NULL;
	if (!f)
		return 0;
	f->parent = parent;
	f->objects = *gprt_service()->objects;
	__atomic_store_n(&f->pc, place, __ATOMIC_RELEASE);
	return id;
}

/* The frame whose caller is 'parent'; 0: no room. */
static uint32_t find_node(struct tables *s, uint32_t parent, uint64_t place)
{
	uint32_t at = (uint32_t)(((place ^ (uint64_t)parent << 32) * MIX) >> (64 - NODE_BITS));
	uint32_t id, made = 0;

	for (;;) {
		id = 0;
		if (!__atomic_load_n(&s->node_at[at], __ATOMIC_ACQUIRE)) {
			if (!made)
				made = make_node(s, parent, place);
			if (!made || __atomic_compare_exchange_n(&s->node_at[at], &id, made, false,
								 __ATOMIC_ACQ_REL,
								 __ATOMIC_ACQUIRE))
				return made;
		}
		id = __atomic_load_n(&s->node_at[at], __ATOMIC_ACQUIRE);
		if (id >= s->first && node(s, id)->pc == place && node(s, id)->parent == parent)
			return id;
		at = (at + 1) & ((1u << NODE_BITS) - 1);
	}
}

static uint64_t name_of(const struct tables *s, const struct walk *w, uint32_t sampled)
{
	uint64_t name = mix_begin(s, sampled);

	for (uint32_t i = w->caller; i < w->n; i++)
		name = mix(name, w->pc[i]);
	return mix_end(name);
}

/* A number for a stack that is met first; NONE: no room. */
static GPRT_COLD uint32_t number(struct tables *s, const struct walk *w, uint64_t name,
				 uint32_t sampled, uint32_t caller)
{
	uint32_t id = 0, key = NONE;
	uint64_t place;

	if (!head(s) || gprt_key_count() >= MOST_STACK_KEYS)
		return NONE;
	/* Each class of samples has an innermost frame of its own. */
	for (uint32_t i = w->n; i-- > w->caller;) {
		place = gprt_service()->place(w->pc[i]);
		id = sampled && i == w->caller ? make_node(s, id, place)
					       : find_node(s, id, place);
		if (!id)
			return NONE;
	}
	key = gprt_key_make(w->pc[w->caller], gprt_key_list[caller].objects);
	if (key == NONE)
		return NONE;
	gprt_key_list[key].caller = caller;
	gprt_key_name(key);
	key = gprt_words_enter(&s->stack, name, key);
	if (key != NONE)
		*(sampled ? &node(s, id)->sampled : &node(s, id)->exact) = key;
	return key;
}

uint32_t gprt_stack_key(struct gprt_heap_thread *t, uintptr_t pc, uintptr_t sp, uint32_t sampled)
{
	struct tables *s = gprt_service() ? tables_made() : NULL;
	struct walk w = { .pc = t->stack };
	uint32_t key = NONE;
	uint64_t name, since;

	if (!s || t->walking)
		return gprt_caller_find(pc, sp);
	t->walking = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	since = now(CLOCK_MONOTONIC);
	if (walk_known(&w, pc, sp) || learn(t, &w, pc)) {
		w.caller = w.caller == NONE ? 0 : w.caller;
		name = name_of(s, &w, sampled);
		key = gprt_words_find(&s->stack, name);
		if (key == NONE)
			key = number(s, &w, name, sampled, gprt_caller_find(pc, sp));
		if (key == NONE && s->head)
			__atomic_fetch_add(&s->head->folded, 1, __ATOMIC_RELAXED);
	}
	spend(s, since, LONGEST_LESSON, 1);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	t->walking = 0;
	return key == NONE ? gprt_caller_find(pc, sp) : key;
}
