/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * run_groups.c - see run_groups.h.
 *
 * The number of a process is used again sooner or later, so a parent must also have
 * been there when its child began: the latest such process of that number is it.
 */
#include "profile/run_groups.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TRIES 64 /* processes of one number that are looked at for a child */

struct parents {
	const struct profile_list *l;
	uint32_t *by_pid; /* positions, by number and start of the process */
	struct gp_map root; /* run_id -> position of its process without a parent */
};

static int by_pid(const void *x, const void *y, void *list)
{
	const struct profile_list *l = list;
	const struct listed_profile *a = &l->items[*(const uint32_t *)x];
	const struct listed_profile *b = &l->items[*(const uint32_t *)y];

	if (a->head.pid != b->head.pid)
		return a->head.pid < b->head.pid ? -1 : 1;
	if (a->head.start_ns != b->head.start_ns)
		return a->head.start_ns < b->head.start_ns ? -1 : 1;
	return *(const uint32_t *)x < *(const uint32_t *)y ? -1 : 1;
}

/* A forked child is of its parent's run; one started by exec began while its parent was there. */
static bool is_parent(const struct listed_profile *p, const struct listed_profile *child)
{
	if (p->head.flags & GPROF_FILE_COPY || p->folder != child->folder)
		return false;
	if (child->head.fork_depth)
		return p->head.run_id == child->head.run_id &&
		       p->head.fork_depth < child->head.fork_depth;
	if (p->looked && child->looked &&
	    (strcmp(p->exe, child->exe) || strcmp(p->host, child->host)))
		return false;
	return child->head.start_ns <= (p->head.end_ns ? p->head.end_ns : p->changed_ns) ||
	       (!p->head.end_ns && listed_profile_runs(p));
}

/* The position of the latest process of that number that can be the parent. */
static uint32_t parent_of(const struct parents *x, uint32_t child)
{
	const struct listed_profile *items = x->l->items, *c = &items[child];
	size_t at = gp_first(i, x->l->n,
			     items[x->by_pid[i]].head.pid < c->head.ppid ||
			     (items[x->by_pid[i]].head.pid == c->head.ppid &&
			      items[x->by_pid[i]].head.start_ns <= c->head.start_ns));
	uint32_t root = c->head.fork_depth ? gp_map_get(&x->root, c->head.run_id, c->folder)
					   : GP_NONE;

	for (int tries = MOST_TRIES; at-- && tries--;) {
		if (items[x->by_pid[at]].head.pid != c->head.ppid)
			break;
		if (x->by_pid[at] != child && is_parent(&items[x->by_pid[at]], c))
			return x->by_pid[at];
	}
	return root;
}

uint32_t *profile_list_parents(const struct profile_list *l)
{
	uint32_t *parents = gp_alloc(l->n, sizeof *parents);
	struct parents x = { .l = l, .by_pid = gp_alloc(l->n, sizeof *x.by_pid) };
	int created;

	for (size_t i = 0; i < l->n; i++) {
		const struct gprof_file_header *h = &l->items[i].head;

		x.by_pid[i] = i;
		if (h->run_id && !h->fork_depth && !(h->flags & GPROF_FILE_COPY))
			*gp_map_put(&x.root, h->run_id, l->items[i].folder, &created) = i;
	}
	gp_sort(x.by_pid, l->n, sizeof *x.by_pid, by_pid, (void *)l);
	for (size_t i = 0; i < l->n; i++)
		parents[i] = l->items[i].head.run_id ? parent_of(&x, i) : GP_NONE;
	gp_map_release(&x.root);
	free(x.by_pid);
	return parents;
}

/* ------------------------------------------------------------------ */

/* When the process was there for the last time, as far as that is known. */
static uint64_t last_of(const struct listed_profile *f, bool running)
{
	if (running)
		return clock_ns(CLOCK_REALTIME);
	if (f->head.end_ns)
		return f->head.end_ns;
	return f->changed_ns > f->head.start_ns ? f->changed_ns : f->head.start_ns;
}

static void group_add(struct run_groups *l, struct run_group *to, uint32_t at)
{
	const struct listed_profile *f = &l->found->items[at];
	uint64_t last = last_of(f, l->running[at]);

	if (!to->profiles || f->head.start_ns < to->start_ns) {
		to->first = at;
		to->folder = f->folder;
		to->start_ns = f->head.start_ns;
	}
	to->profiles++;
	to->processes += f->processes;
	to->running += l->running[at];
	to->ended += f->head.end_ns && !l->running[at];
	if (last > to->end_ns) {
		to->end_ns = last;
		to->end_known = l->running[at] || f->head.end_ns;
	}
	to->cpu += f->cpu;
}

/* Counts a profile's rank and host, if they are the first of their run; 'seen' has both. */
static void group_add_rank(struct run_group *to, uint32_t run, const struct listed_profile *f,
			   struct gp_map *seen)
{
	const uint64_t host = gp_hash(GP_HASH_START, f->host, strlen(f->host)) | 1ull << 63;
	int created;

	*gp_map_put(seen, host, run, &created) = 0;
	to->hosts += created;
	if (f->rank == GP_NONE)
		return;
	*gp_map_put(seen, f->rank, run, &created) = 0;
	to->ranks += created;
	to->ranks_of = f->ranks > to->ranks_of ? f->ranks : to->ranks_of;
}

/* ------------------------------------------------------------------ */

/* Sets of profiles: each leads to another of its set, the last one to itself. */
static uint32_t set_of(uint32_t *sets, uint32_t i)
{
	while (sets[i] != i)
		i = sets[i] = sets[sets[i]];
	return i;
}

/* Puts a profile into the set of the first one with the same key. */
static void join_by(struct gp_map *firsts, uint32_t *sets, uint32_t i, uint64_t a, uint64_t b)
{
	int created;
	uint32_t *first = gp_map_put(firsts, a, b, &created);

	if (created)
		*first = i;
	sets[set_of(sets, i)] = set_of(sets, *first);
}

static int by_start_of_process(const void *x, const void *y, void *list)
{
	const struct profile_list *l = list;
	const uint32_t *i = x, *k = y;
	const struct listed_profile *a = &l->items[*i], *b = &l->items[*k];

	if (a->head.start_ns != b->head.start_ns)
		return a->head.start_ns < b->head.start_ns ? -1 : 1;
	return *i < *k ? -1 : *i > *k;
}

/* A number of the launch: of program and job or, without a job, of program, host and parent. */
static uint64_t launch_of(const struct listed_profile *f)
{
	const char *where = *f->job ? f->job : f->host;
	uint64_t h = gp_hash(GP_HASH_START, f->exe, strlen(f->exe) + 1);

	h = gp_hash(h, where, strlen(where) + 1);
	return *f->job ? h : gp_hash(h, &f->head.ppid, sizeof f->head.ppid);
}

/*
 * Joins the ranks of each launch.  A shell may launch one after another, and a job may start the
 * program several times: the first process of a rank is of the first launch, the second one of the
 * second.  Those that a process of the rank started are of its launch already.
 */
static void join_ranks(const struct profile_list *l, const uint32_t *parents, uint32_t *sets)
{
	uint32_t *order = gp_alloc(l->n, sizeof *order);
	struct gp_map launches = { 0 }, times = { 0 };
	int created;

	for (size_t i = 0; i < l->n; i++)
		order[i] = i;
	gp_sort(order, l->n, sizeof *order, by_start_of_process, (void *)l);
	for (size_t i = 0; i < l->n; i++) {
		const struct listed_profile *f = &l->items[order[i]];
		uint32_t parent = parents[order[i]], *time;

		if (!f->kept || f->folder || f->rank == GP_NONE || f->head.fork_depth ||
		    (parent != GP_NONE && l->items[parent].kept))
			continue;
		time = gp_map_put(&times, launch_of(f), f->rank, &created);
		*time = created ? 0 : *time + 1;
		join_by(&launches, sets, order[i], launch_of(f), *time);
	}
	gp_map_release(&launches);
	gp_map_release(&times);
	free(order);
}

/* For each profile kept the one that represents its run; the caller frees the array. */
static uint32_t *find_sets(const struct profile_list *l)
{
	uint32_t *parents = profile_list_parents(l), *sets = gp_alloc(l->n, sizeof *sets);
	struct gp_map programs = { 0 }, runs = { 0 };

	for (size_t i = 0; i < l->n; i++)
		sets[i] = i;
	for (size_t i = 0; i < l->n; i++) {
		const struct listed_profile *f = &l->items[i];

		if (!f->kept)
			continue;
		if (f->folder) {
			join_by(&programs, sets, i,
				gp_hash(GP_HASH_START, f->exe, strlen(f->exe)), f->folder);
			continue;
		}
		join_by(&runs, sets, i, f->head.run_id, 0);
		if (parents[i] != GP_NONE && l->items[parents[i]].kept)
			sets[set_of(sets, i)] = set_of(sets, parents[i]);
	}
	join_ranks(l, parents, sets);
	gp_map_release(&programs);
	gp_map_release(&runs);
	free(parents);
	return sets;
}

static int by_start(const void *x, const void *y, void *unused)
{
	const struct run_group *a = x, *b = y;

	(void)unused;
	if (a->start_ns != b->start_ns)
		return a->start_ns > b->start_ns ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

/* Sorts the runs, and numbers the profiles anew. */
static void put_in_order(struct run_groups *l)
{
	uint32_t *place = gp_alloc(l->n, sizeof *place);

	gp_sort(l->items, l->n, sizeof *l->items, by_start, NULL);
	for (size_t i = 0; i < l->n; i++)
		place[l->of[l->items[i].first]] = i;
	for (size_t i = 0; i < l->found->n; i++)
		if (l->of[i] != GP_NONE)
			l->of[i] = place[l->of[i]];
	free(place);
}

void run_groups_find(struct run_groups *l, const struct profile_list *found)
{
	uint32_t *sets = find_sets(found);
	struct gp_map at = { 0 }, seen = { 0 };
	int created;

	*l = (struct run_groups){ .found = found, .of = gp_alloc(found->n, sizeof *l->of),
				.running = gp_alloc(found->n, sizeof *l->running) };
	for (size_t i = 0; i < found->n; i++) {
		uint32_t *run;

		l->of[i] = GP_NONE;
		if (!found->items[i].kept)
			continue;
		run = gp_map_put(&at, set_of(sets, i), 0, &created);
		if (created) {
			*run = l->n;
			gp_push(l->items, l->n, l->room);
		}
		l->of[i] = *run;
		l->running[i] = listed_profile_runs(&found->items[i]);
		group_add(l, &l->items[*run], i);
		group_add_rank(&l->items[*run], *run, &found->items[i], &seen);
	}
	put_in_order(l);
	gp_map_release(&seen);
	gp_map_release(&at);
	free(sets);
}

/* The last one to end, or of those that run the newest. */
static uint32_t last_to_end(const struct run_groups *l)
{
	uint32_t last = GP_NONE;

	for (size_t i = 0; i < l->n; i++) {
		const struct run_group *a = &l->items[i];
		const struct run_group *b = last == GP_NONE ? NULL : &l->items[last];

		if (!b || (a->running && !b->running) ||
		    (!a->running == !b->running && a->end_ns > b->end_ns))
			last = i;
	}
	return last;
}

uint32_t run_groups_choose(const struct run_groups *l)
{
	uint32_t last = last_to_end(l), best = last;

	for (size_t i = 0; last != GP_NONE && i < l->n; i++) {
		const struct run_group *a = &l->items[i];

		if (!a->running == !l->items[last].running &&
		    a->end_ns >= l->items[last].start_ns && a->cpu > l->items[best].cpu)
			best = i;
	}
	return best;
}

void run_groups_release(struct run_groups *l)
{
	free(l->of);
	free(l->running);
	free(l->items);
	*l = (struct run_groups){ 0 };
}
