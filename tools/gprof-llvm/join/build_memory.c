/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * build_memory.c - the first step of program_join() for blocks: sums by function, and by the calls
 * around it where blocks have stacks.
 *
 * Entries have numbers.  A number that a frame has is of the blocks with this stack; blocks of the
 * others are shared out to the sampled stacks of the same function.
 *
 * Cost: O(profiles + entries + frames).
 */
#include "join/build_memory.h"
#include "program/resolve.h"

#include <stdlib.h>

/* All entries of a process with one number. */
struct keyed {
	struct allocated all; /* with the function */
	bool stacked;         /* a frame has the number */
};

struct sampled_stack {
	uint32_t function;
	struct block_share share;
};

struct memory_join {
	struct program *p;
	const struct program_profile *l;
	struct keyed *keys;
	size_t n, room;
	struct gp_map at; /* number -> keys */
	bool stacks;      /* some process has stacks */
	uint32_t *calls;  /* of frames, in their order; GP_NONE: not of the tree */
	struct sampled_stack *sampled;
	size_t nsampled, sampled_room;
};

static void add_entry(struct memory_join *j, const struct gprof_allocations *e,
		      const struct gprof_heap *heap)
{
	struct allocated own = allocated_of(e, heap);
	uint32_t object, *at;
	int created;

	own.function = e->pc ? program_at(j->p, j->l, e->pc - 1, e->objects, false, &object)
			     : program_row(j->p, GP_NONE);
	allocations_add(&j->p->allocations, own.function, &own);
	if (!j->stacks)
		return;
	at = gp_map_put(&j->at, e->key, 0, &created);
	if (created) {
		*at = j->n;
		*gp_push(j->keys, j->n, j->room) = (struct keyed){ .all = own };
	} else {
		allocated_add(&j->keys[*at].all, &own);
	}
}

static struct keyed *find_key(const struct memory_join *j, uint32_t number)
{
	uint32_t at = number ? gp_map_get(&j->at, number, 0) : GP_NONE;

	return at == GP_NONE ? NULL : &j->keys[at];
}

/* ------------------------------------------------------------------ frames */

/* The position of a frame among all, or GP_NONE: there is none. */
static uint32_t find_frame(const struct profile *of, uint32_t id)
{
	size_t i = gp_first(k, of->nheap_frames, of->heap_frames[k].first_id <= id);
	const struct profile_heap_frames *f = i ? &of->heap_frames[i - 1] : NULL;

	if (!f || id - f->first_id >= f->n || !f->items[id - f->first_id].pc)
		return GP_NONE;
	return f->at + (id - f->first_id);
}

/* Which frames are around blocks that the entries have. */
static bool *find_used(const struct memory_join *j, size_t n)
{
	const struct profile *of = &j->l->profile;
	bool *used = gp_alloc(n, sizeof *used);

	for (size_t i = of->nheap_frames; i--;)
		for (size_t k = of->heap_frames[i].n; k--;) {
			const struct gprof_heap_stack_frame *f = &of->heap_frames[i].items[k];
			size_t at = of->heap_frames[i].at + k;
			uint32_t parent = find_frame(of, f->parent);

			used[at] |= f->pc && (find_key(j, f->exact) || find_key(j, f->sampled));
			if (used[at] && parent != GP_NONE)
				used[parent] = true;
		}
	return used;
}

/* The call of a frame below the call around it.  Code around the outermost function with a record
   belongs to the start of the program, or of a thread. */
static uint32_t call_of(struct memory_join *j, const struct gprof_heap_stack_frame *f)
{
	struct block_tree *t = &j->p->block_tree;
	uint32_t around = find_frame(&j->l->profile, f->parent), object, function;

	around = around == GP_NONE ? GP_NONE : j->calls[around];
	if (f->pc == GPROF_HEAP_CUT)
		return block_tree_call(t, GP_NONE, BLOCKS_TRUNCATED);
	function = program_at(j->p, j->l, f->pc - 1, f->objects, false, &object);
	if (around == GP_NONE && !j->p->functions[function].record && !f->exact && !f->sampled)
		return GP_NONE;
	return block_tree_call(t, around, function);
}

/* The blocks whose stack ends at a frame. */
static void add_blocks(struct memory_join *j, const struct gprof_heap_stack_frame *f, uint32_t call)
{
	const struct gprof_heap_samples *samples = j->l->profile.heap_samples;
	struct keyed *exact = find_key(j, f->exact), *sampled = find_key(j, f->sampled);

	if (exact && !exact->stacked)
		block_tree_add(&j->p->block_tree, call, &exact->all);
	if (exact)
		exact->stacked = true;
	if (!sampled || sampled->stacked)
		return;
	if (samples)
		block_tree_add_samples(&j->p->block_tree, call, &sampled->all, samples->bytes);
	else
		block_tree_add(&j->p->block_tree, call, &sampled->all);
	sampled->stacked = true;
	if (sampled->all.blocks)
		*gp_push(j->sampled, j->nsampled, j->sampled_room) = (struct sampled_stack){
			sampled->all.function, { call, sampled->all }
		};
}

static void add_frames(struct memory_join *j)
{
	const struct profile *of = &j->l->profile;
	const struct profile_heap_frames *last = of->heap_frames + of->nheap_frames;
	size_t n = of->nheap_frames ? last[-1].at + last[-1].n : 0;
	bool *used = find_used(j, n);

	j->calls = gp_alloc(n, sizeof *j->calls);
	for (size_t i = 0; i < of->nheap_frames; i++)
		for (size_t k = 0; k < of->heap_frames[i].n; k++) {
			const struct gprof_heap_stack_frame *f = &of->heap_frames[i].items[k];
			size_t at = of->heap_frames[i].at + k;

			j->calls[at] = used[at] ? call_of(j, f) : GP_NONE;
			if (j->calls[at] != GP_NONE)
				add_blocks(j, f, j->calls[at]);
		}
	free(used);
	free(j->calls);
}

/* ------------------------------------------------------------------ blocks without a stack */

static int by_function(const void *x, const void *y, void *unused)
{
	const struct sampled_stack *a = x, *b = y;

	(void)unused;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	return a->share.call < b->share.call ? -1 : a->share.call > b->share.call;
}

static void share_blocks(struct memory_join *j, const struct allocated *blocks)
{
	struct block_tree *t = &j->p->block_tree;
	size_t first = gp_first(i, j->nsampled, j->sampled[i].function < blocks->function);
	size_t n = 0;
	struct block_share *shares = gp_alloc(j->nsampled - first, sizeof *shares);
	uint32_t outermost;

	while (first + n < j->nsampled && j->sampled[first + n].function == blocks->function) {
		shares[n] = j->sampled[first + n].share;
		n++;
	}
	if (n) {
		block_tree_share(t, blocks, shares, n);
	} else {
		outermost = block_tree_call(t, GP_NONE, BLOCKS_NO_STACK);
		block_tree_add(t, block_tree_call(t, outermost, blocks->function), blocks);
	}
	free(shares);
}

/* Several numbers may be of one function. */
static void share_rest(struct memory_join *j)
{
	struct allocations rest = { 0 };

	gp_sort(j->sampled, j->nsampled, sizeof *j->sampled, by_function, NULL);
	for (size_t i = 0; i < j->n; i++)
		if (!j->keys[i].stacked)
			allocations_add(&rest, j->keys[i].all.function, &j->keys[i].all);
	for (size_t i = 0; i < rest.n; i++)
		share_blocks(j, &rest.items[i]);
	allocations_release(&rest);
}

static void add_tree(struct memory_join *j)
{
	const struct gprof_heap_stacks *s = j->l->profile.heap_stacks;
	const struct gprof_heap_samples *samples = j->l->profile.heap_samples;

	if (samples)
		block_tree_add_processes(&j->p->block_tree, &(struct block_tree){
			.each = samples->bytes, .lost = samples->lost });
	if (s) {
		block_tree_add_processes(&j->p->block_tree, &(struct block_tree){
			.processes = 1, .sampling = s->exact != 0, .exact = s->exact,
			.period = s->exact ? s->period : 0, .folded = s->folded });
		add_frames(j);
	}
	share_rest(j);
}

/* A copy has the counts of a dump, and the peak of a later moment. */
static bool is_part(const struct profile *f)
{
	return f->part.partial || f->head.flags & GPROF_FILE_COPY;
}

static void add_profile(struct program *p, const struct program_profile *l, bool stacks)
{
	const struct gprof_heap *heap = l->profile.heap;
	bool part = is_part(&l->profile);
	struct memory_join j = { .p = p, .l = l, .stacks = stacks };

	allocations_add_heap(&p->allocations, heap, part);
	for (size_t i = 0; i < l->profile.nallocations; i++) {
		const struct profile_table *t = &l->profile.allocations[i];
		const struct gprof_allocations *entries = t->slots;

		for (size_t k = 0; program_profile_has_thread(l, t->thread) && k < t->n; k++)
			if (entries[k].calls || entries[k].frees)
				add_entry(&j, &entries[k], part ? NULL : heap);
	}
	add_tree(&j);
	free(j.keys);
	free(j.sampled);
	gp_map_release(&j.at);
}

/* ------------------------------------------------------------------ processes without blocks */

/*
 * A process writes the sums of its heap with its first block, or when it exits.  A forked child has
 * the run and the library of its parent.  So it counted too, and had no block, if another process
 * of the run has the sums.
 */
static void add_idle(struct program *p, const struct gp_map *counting)
{
	const struct gprof_heap none = { 0 };

	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct profile *f = &p->profiles[i].profile;
		uint32_t kin = gp_map_get(counting, f->head.run_id, 0);

		if (f->heap || !f->head.run_id || kin == GP_NONE)
			continue;
		allocations_add_heap(&p->allocations, &none, is_part(f));
		if (p->profiles[kin].profile.heap_stacks)
			block_tree_add_processes(&p->block_tree,
						 &(struct block_tree){ .processes = 1 });
	}
}

void program_add_memory(struct program *p)
{
	struct gp_map counting = { 0 }; /* run -> one of its profiles with a heap */
	bool stacks = false;
	int created;

	for (size_t i = 0; i < p->nprofiles; i++)
		stacks |= p->profiles[i].profile.heap_stacks != NULL;
	for (size_t i = 0; i < p->nprofiles; i++) {
		if (!p->profiles[i].profile.heap)
			continue;
		add_profile(p, &p->profiles[i], stacks);
		*gp_map_put(&counting, p->profiles[i].profile.head.run_id, 0, &created) =
			(uint32_t)i;
	}
	add_idle(p, &counting);
	gp_map_release(&counting);
}
