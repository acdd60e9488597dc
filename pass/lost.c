/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lost.c - see lost.h. */
#include "lost.h"
#include "array.h"

#include <stdlib.h>

#define LOST_MOST 16 /* one after the other: more are not gone without a trace */

/* Of a number: where it is, seen from the marks of a copy in one stretch. */
enum {
	IS_HERE = 1,  /* there, or next to them in the code */
	WAS_NEXT = 2, /* next to one of them in the outline */
	IS_AHEAD = 4, /* next to them in the code */
	IS_LOST = 8,  /* of one: gone behind a branch that was converted */
	IS_AFTER = 16, /* of one: in the stretch, after it and further on in the outline */
};

struct search {
	struct function *f;
	const struct flow *flow;
	uint32_t *first;   /* of each block, and of none: its first mark; owned */
	uint32_t *blocks;  /* to visit; owned */
	uint32_t *seen;    /* of blocks: when; owned */
	uint32_t stamp;
	uint32_t copy;     /* whose marks are looked at */
	uint8_t *is;       /* of numbers; the last is the way out; owned */
	uint32_t *set;     /* numbers with some of these; owned */
	uint32_t nset;
	uint32_t *odd;     /* what is next and was not; owned */
	uint32_t nodd, odd_room;
	uint32_t *reached; /* of numbers: when; owned */
	uint8_t *depth;    /* of numbers that were reached; owned */
	uint8_t *leads;    /* of numbers: when reached, on a shortest way; owned */
	uint32_t *ways;    /* numbers; owned */
	uint32_t most;     /* marks of an outline */
	bool failed;       /* memory is out */
};

static struct written_function *copy_of(const struct search *s, uint32_t copy)
{
	return &s->f->written.functions[copy];
}

static bool is_within(const struct search *s, uint32_t copy, uint32_t outer)
{
	while (copy != outer && copy != WRITTEN_NOWHERE)
		copy = copy_of(s, copy)->within;
	return copy == outer;
}

static const struct outline *outline(const struct search *s)
{
	return &copy_of(s, s->copy)->outline;
}

static void say(struct search *s, uint32_t number, uint8_t what)
{
	if (!s->is[number])
		s->set[s->nset++] = number;
	s->is[number] |= what;
}

/* ------------------------------------------------------------------ what is next in the code */

static void add_odd(struct search *s, uint32_t number)
{
	uint32_t *more = array_room(s->odd, s->nodd, &s->odd_room, sizeof *more);

	s->failed |= !more;
	if (!more)
		return;
	s->odd = more;
	s->odd[s->nodd++] = number;
}

/* The copy's marks in the stretch of a mark; their order there means nothing. */
static void reach(struct search *s, uint32_t from, uint32_t end)
{
	uint32_t first = s->nodd, stretch = s->f->marks[from].stretch;
	bool expected = false;

	for (; from < end && s->f->marks[from].stretch == stretch; from++) {
		uint32_t number = s->f->marks[from].number;

		if (s->f->marks[from].copy != s->copy)
			continue;
		expected |= s->is[number] & WAS_NEXT;
		say(s, number, IS_HERE | IS_AHEAD);
		add_odd(s, number);
	}
	if (expected)
		s->nodd = first;
}

static void go_out(struct search *s)
{
	if (!(s->is[outline(s)->n] & WAS_NEXT))
		add_odd(s, outline(s)->n);
	say(s, outline(s)->n, IS_HERE | IS_AHEAD);
}

/* Of a block, from a mark on: whether the way ends there. */
static bool ends_in(struct search *s, uint32_t from, uint32_t end)
{
	while (from < end && s->f->marks[from].copy != s->copy &&
	       is_within(s, s->f->marks[from].copy, s->copy))
		from++;
	if (from < end && s->f->marks[from].copy == s->copy)
		reach(s, from, end);
	else if (from < end)
		go_out(s);
	return from < end;
}

static bool leaves(LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);

	return !LLVMGetNumSuccessors(last) && !LLVMIsAUnreachableInst(last);
}

static uint32_t put_successors(struct search *s, uint32_t block, uint32_t n)
{
	const struct flow_block *b = &s->flow->blocks[block];

	for (uint32_t i = 0; i < b->nout; i++) {
		uint32_t to = s->flow->edges[b->edges + i].to;

		if (s->seen[to] != s->stamp)
			s->blocks[n++] = to;
		s->seen[to] = s->stamp;
	}
	if (!b->nout && leaves(b->block))
		go_out(s);
	return n;
}

/* From a mark of a block on, or from where the block begins. */
static void find_next(struct search *s, uint32_t block, uint32_t from)
{
	uint32_t n = 0;

	s->stamp++;
	if (!ends_in(s, from, s->first[block + 1]))
		n = put_successors(s, block, n);
	while (n && !s->failed) {
		block = s->blocks[--n];
		if (!ends_in(s, s->first[block], s->first[block + 1]))
			n = put_successors(s, block, n);
	}
}

/* ------------------------------------------------------------------ ways through the outline */

static uint32_t add_way(struct search *s, uint32_t n, uint32_t number, uint8_t depth)
{
	s->reached[number] = s->stamp;
	s->depth[number] = depth;
	s->leads[number] = false;
	s->ways[n] = number;
	return n + 1;
}

/* Goals that are not one mark. */
#define GOAL_HERE UINT32_MAX        /* one that is here, further on in the outline */
#define GOAL_AHEAD (UINT32_MAX - 1) /* one that is ahead */

/* Whether a way goes on to where the code does: to 'goal'. */
static bool arrives(const struct search *s, uint32_t number, uint32_t goal)
{
	for (uint32_t k = 0; k < outline_nnext(outline(s), number); k++) {
		uint32_t to = outline_next(outline(s), number, k);

		if (goal == GOAL_HERE ? s->is[to] & IS_HERE && to > number :
		    goal == GOAL_AHEAD ? s->is[to] & (IS_AHEAD | IS_AFTER) :
		    to == goal)
			return true;
	}
	return false;
}

/* Marks on shortest ways, backwards from those that arrive. */
static void lose_ways(struct search *s, uint32_t n, uint32_t goal, uint32_t last)
{
	while (n--) {
		uint32_t number = s->ways[n];
		bool leads = s->depth[number] == last && arrives(s, number, goal);

		for (uint32_t k = 0; !leads && k < outline_nnext(outline(s), number); k++) {
			uint32_t to = outline_next(outline(s), number, k);

			leads = to != outline(s)->n && s->reached[to] == s->stamp &&
				s->leads[to] && s->depth[to] == s->depth[number] + 1;
		}
		s->leads[number] = leads;
		if (leads)
			copy_of(s, s->copy)->lost[number] = true;
	}
}

/* From the first 'n' of s->ways on, by marks that may be gone.  Whether the goal was reached. */
static bool lose_between(struct search *s, uint32_t n, uint32_t goal, bool kept)
{
	const struct outline *o = outline(s);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t number = s->ways[i];

		if (arrives(s, number, goal)) {
			while (n && s->depth[s->ways[n - 1]] > s->depth[number])
				n--;
			lose_ways(s, n, goal, s->depth[number]);
			return true;
		}
		for (uint32_t k = 0; k < outline_nnext(o, number); k++) {
			uint32_t to = outline_next(o, number, k);

			if (to != o->n && s->reached[to] != s->stamp &&
			    s->depth[number] + 1 < LOST_MOST &&
			    (goal != GOAL_HERE || to > number) &&
			    (kept || !outline_is_kept(o, to)))
				n = add_way(s, n, to, s->depth[number] + 1);
		}
	}
	return false;
}

static bool is_looped_to(const struct search *s, uint32_t head)
{
	const struct outline *o = outline(s);

	for (uint32_t i = head; i < o->n; i++)
		for (uint32_t k = 0; copy_of(s, s->copy)->here[i] && k < outline_nnext(o, i); k++)
			if (outline_next(o, i, k) == head)
				return true;
	return false;
}

/* Whether all marks on a way back to one are gone, from what was next to it on: of the loop nothing
   is left but the test before its first round. */
static bool is_loop_gone(struct search *s, uint32_t head, uint32_t to)
{
	const struct outline *o = outline(s);
	const bool *here = copy_of(s, s->copy)->here;
	uint32_t n = 0;

	s->stamp++;
	if (to != o->n && !here[to] && !outline_is_kept(o, to))
		n = add_way(s, n, to, 0);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < outline_nnext(o, s->ways[i]); k++) {
			uint32_t next = outline_next(o, s->ways[i], k);

			if (next == head)
				return !is_looped_to(s, head);
			if (next != o->n && s->reached[next] != s->stamp && !here[next] &&
			    !outline_is_kept(o, next))
				n = add_way(s, n, next, 0);
		}
	return false;
}

/* What was next to a mark and is not: it cannot be executed here, or is gone. */
static void lose_missing(struct search *s, uint32_t number)
{
	const struct outline *o = outline(s);

	for (uint32_t k = 0; k < outline_nnext(o, number); k++) {
		uint32_t to = outline_next(o, number, k);

		if (s->is[to] & IS_HERE || to == o->n || outline_is_kept(o, to))
			continue;
		s->stamp++;
		if (!lose_between(s, add_way(s, 0, to, 0), GOAL_HERE, false) &&
		    is_loop_gone(s, number, to))
			copy_of(s, s->copy)->lost[number] = true;
	}
}

static void lose_converted(struct search *s, uint32_t number, uint32_t depth);

static void lose_on(struct search *s, uint32_t number, uint32_t depth)
{
	if (depth < LOST_MOST && (outline_nnext(outline(s), number) == 1 ||
				  copy_of(s, s->copy)->converted[number]))
		lose_converted(s, number, depth);
}

/* What was next to a branch that became code without one, and is not ahead: of the copies of the
   mark this may be the one. */
static void lose_converted(struct search *s, uint32_t number, uint32_t depth)
{
	const struct outline *o = outline(s);

	for (uint32_t k = 0; k < outline_nnext(o, number); k++) {
		uint32_t to = outline_next(o, number, k);

		if (s->is[to] & (IS_AHEAD | IS_AFTER | IS_LOST) || to == o->n ||
		    outline_is_kept(o, to))
			continue;
		say(s, to, IS_LOST);
		s->stamp++;
		if (lose_between(s, add_way(s, 0, to, 0), GOAL_AHEAD, false))
			lose_on(s, to, depth + 1);
	}
}

/* Begins ways with what was next. */
static uint32_t begin_ways(struct search *s, bool kept)
{
	uint32_t n = 0;

	s->stamp++;
	for (uint32_t i = 0; i < s->nset; i++)
		if (s->is[s->set[i]] & WAS_NEXT && s->set[i] != outline(s)->n &&
		    (kept || !outline_is_kept(outline(s), s->set[i])))
			n = add_way(s, n, s->set[i], 0);
	return n;
}

static bool is_begin(const struct search *s, uint32_t number)
{
	const struct outline *o = outline(s);

	for (uint32_t k = 0; k < outline_nnext(o, o->n); k++)
		if (outline_next(o, o->n, k) == number)
			return copy_of(s, s->copy)->within == WRITTEN_NOWHERE;
	return false;
}

/* What was not next to one of the marks, and is: those between are gone.  Where nothing leads back
   to the beginning, a call of the function itself became a jump: what comes after the call is. */
static void lose_skipped(struct search *s, uint32_t goal)
{
	if (!lose_between(s, begin_ways(s, false), goal, false) &&
	    !lose_between(s, begin_ways(s, true), goal, true) && is_begin(s, goal))
		lose_between(s, begin_ways(s, true), outline(s)->n, true);
}

static void expect_next(struct search *s, uint32_t number)
{
	for (uint32_t k = 0; k < outline_nnext(outline(s), number); k++)
		say(s, outline_next(outline(s), number, k), WAS_NEXT);
}

static void forget(struct search *s)
{
	for (uint32_t i = 0; i < s->nset; i++)
		s->is[s->set[i]] = 0;
	s->nset = s->nodd = 0;
}

/* ------------------------------------------------------------------ */

/* Whether the call that a copy was inlined at is where a mark is gone. */
static bool is_within_lost(const struct search *s, const struct written_function *f)
{
	const struct written_function *outer = copy_of(s, f->within);
	uint32_t call = outline_call(f->inlined);

	for (uint32_t i = 0; outer->lost && i < outer->outline.n; i++)
		if (outer->lost[i] && outline_call_of(&outer->outline, i) == call)
			return true;
	return false;
}

/* What the call executed may have left no mark at all. */
static void lose_call(struct search *s, uint32_t copy)
{
	s->copy = copy;
	expect_next(s, outline(s)->n);
	lose_between(s, begin_ways(s, false), outline(s)->n, false);
	forget(s);
}

static void lose_inlined(struct search *s)
{
	bool more;

	do {
		more = false;
		for (uint32_t i = 0; i < s->f->written.nfunctions; i++) {
			struct written_function *f = copy_of(s, i);

			if (f->within == WRITTEN_NOWHERE || !f->lost || f->lost[f->outline.n] ||
			    !is_within_lost(s, f))
				continue;
			lose_call(s, i);
			more = f->lost[f->outline.n] = true;
		}
	} while (more);
}

static void lose_at(struct search *s, uint32_t at, uint32_t end)
{
	const struct mark *marks = s->f->marks;
	uint32_t before = s->nset;

	lose_missing(s, marks[at].number);
	if (!marks[at].converted)
		return;
	for (uint32_t i = at + 1; i < end; i++)
		if (marks[i].copy == s->copy && marks[i].number > marks[at].number)
			say(s, marks[i].number, IS_AFTER);
	lose_converted(s, marks[at].number, 0);
	for (uint32_t i = 0; i < s->nset; i++)
		s->is[s->set[i]] &= ~(IS_AFTER | IS_LOST);
	s->nset = before; /* what was added had no more than these, and would be added again */
}

/* The marks of a copy in one stretch; the first is at 'from'. */
static void search_stretch(struct search *s, uint32_t block, uint32_t from)
{
	const struct mark *marks = s->f->marks;
	uint32_t end = from;

	s->copy = marks[from].copy;
	for (; end < s->first[block + 1] && marks[end].stretch == marks[from].stretch; end++) {
		if (marks[end].copy != s->copy)
			continue;
		say(s, marks[end].number, IS_HERE);
		expect_next(s, marks[end].number);
	}
	find_next(s, block, end);
	for (uint32_t i = from; i < end && !s->failed; i++)
		if (marks[i].copy == s->copy)
			lose_at(s, i, end);
	for (uint32_t i = 0; i < s->nodd && !s->failed; i++)
		lose_skipped(s, s->odd[i]);
	forget(s);
}

static bool is_first(const struct search *s, uint32_t block, uint32_t at)
{
	const struct mark *marks = s->f->marks;

	for (uint32_t i = at; i-- > s->first[block] && marks[i].stretch == marks[at].stretch;)
		if (marks[i].copy == marks[at].copy)
			return false;
	return true;
}

static void search_all(struct search *s)
{
	for (uint32_t block = 0; block < s->flow->nblocks && !s->failed; block++)
		for (uint32_t i = s->first[block]; i < s->first[block + 1] && !s->failed; i++)
			if (is_first(s, block, i))
				search_stretch(s, block, i);
	s->copy = 0;
	if (s->failed || !outline(s)->n)
		return;
	expect_next(s, outline(s)->n);
	find_next(s, 0, s->first[0]);
	lose_missing(s, outline(s)->n);
	for (uint32_t i = 0; i < s->nodd && !s->failed; i++)
		lose_skipped(s, s->odd[i]);
	forget(s);
}

static bool prepare(struct search *s)
{
	uint32_t at = 0, n = s->flow->nblocks;

	for (uint32_t i = 0; i < s->f->written.nfunctions; i++)
		if (copy_of(s, i)->outline.n > s->most)
			s->most = copy_of(s, i)->outline.n;
	s->first = malloc((n + 1) * sizeof *s->first);
	s->blocks = malloc((n + 1) * sizeof *s->blocks);
	s->seen = calloc(n + 1, sizeof *s->seen);
	s->is = calloc(s->most + 1, sizeof *s->is);
	s->set = malloc((s->most + 1) * sizeof *s->set);
	s->reached = calloc(s->most + 1, sizeof *s->reached);
	s->depth = malloc(s->most + 1);
	s->leads = malloc(s->most + 1);
	s->ways = malloc((s->most + 1) * sizeof *s->ways);
	if (!s->first || !s->blocks || !s->seen || !s->is || !s->set || !s->reached ||
	    !s->depth || !s->leads || !s->ways)
		return false;
	for (uint32_t i = 0; i <= n; i++) {
		s->first[i] = at;
		while (i < n && at < s->f->nmarks &&
		       s->f->marks[at].block == s->flow->blocks[i].block)
			at++;
	}
	return true;
}

int lost_find(struct function *f, const struct flow *flow)
{
	struct search s = { .f = f, .flow = flow };

	s.failed = !prepare(&s);
	if (!s.failed)
		search_all(&s);
	if (!s.failed)
		lose_inlined(&s);
	free(s.first);
	free(s.blocks);
	free(s.seen);
	free(s.is);
	free(s.set);
	free(s.odd);
	free(s.reached);
	free(s.depth);
	free(s.leads);
	free(s.ways);
	return s.failed ? -1 : 0;
}
