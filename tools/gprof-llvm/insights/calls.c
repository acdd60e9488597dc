/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * calls.c - sentences on calls: a function whose calls cost much more from one caller than from
 * another, one that many callers share, one whose calls are many and small, and the cycle that
 * hides who needs the time.
 */
#include "analysis/cost.h"
#include "insights/internal.h"
#include "analysis/unique_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEAR 10.0     /* per cent of all that the dear caller's calls must take */
#define DEAR_PART 0.8 /* of the callee's time: with more, the caller has nearly all of it */
#define TIMES 3.0     /* as much a call must cost, by the ends of the intervals */
#define FEW 10.0      /* per cent of all that few calls must take */
#define FEW_MOST 50.0 /* and may: more has what causes nearly all */
#define FEW_CALLS 1000 /* that are few, at most */
#define FEW_PASSED 0.8 /* part of it that a callee, or one of several callers, may have */
#define SHARED 10.0   /* per cent of all that a function of many callers must have */
#define PART 0.01     /* of its time that a caller must have to be one of the many */
#define CALLERS 4     /* that are many, at least */
#define SMALL_NS 20.0 /* that a call may take to be small, by the upper end */
#define SMALL 5.0     /* per cent of all that such a function must have */
#define CYCLE 20.0    /* per cent of all that a cycle must have */
#define ALL 0.999     /* part of its time that is printed as all of it */
#define ALIKE 0.99    /* part of its time, at which a function that has it says the same */
#define MEMBERS 3     /* that calls made close, at least */

/* ------------------------------------------------------------------ dear callers */

/* A callee's calls by one caller. */
struct calls_by {
	uint32_t arc;
	struct interval each; /* call, ns */
};

static bool is_comparable(const struct insight_context *q, const struct arc *a)
{
	const struct graph *g = q->graph;

	return a->count > 0 && a->from != a->to &&
	       !(a->flags & (ARC_CUT | ARC_LEFT_OUT | ARC_THROUGH)) &&
	       !(g->nodes[a->from].cycle == g->nodes[a->to].cycle && q->nested[a->to]);
}

static struct calls_by calls_by(const struct insight_context *q, uint32_t arc)
{
	struct interval i = insight_total(q, &q->measured->arcs[arc].total);

	return (struct calls_by){ arc, interval_divided(&i, q->graph->arcs[arc].count) };
}

/* The caller of 'node' with the cheapest calls by the upper end that makes at least as many
   as 'dear' does; its arc is GP_NONE if there is none. */
static struct calls_by cheapest(const struct insight_context *q, uint32_t node,
				const struct arc *dear)
{
	const struct graph *g = q->graph;
	struct calls_by best = { .arc = GP_NONE };

	for (uint32_t i = g->in_start[node]; i < g->in_start[node + 1]; i++) {
		const struct arc *a = &g->arcs[g->in[i]];
		struct calls_by by;

		if (!is_comparable(q, a) || a->count < dear->count)
			continue;
		by = calls_by(q, g->in[i]);
		if (best.arc == GP_NONE || by.each.high < best.each.high)
			best = by;
	}
	return best;
}

static void say_dear(const struct insight_context *q, const struct calls_by *dear,
		     const struct calls_by *cheap)
{
	const struct arc *a = &q->graph->arcs[dear->arc], *b = &q->graph->arcs[cheap->arc];
	const struct node *to = &q->graph->nodes[a->to];
	char much[INTERVAL_TEXT], little[INTERVAL_TEXT];

	insight_time(q, &dear->each, much);
	insight_time(q, &cheap->each, little);
	if (!(cheap->each.value > 0)) /* no sample met one */
		interval_brief(q->program->measure,
			       &(struct interval){ .value = cheap->each.high }, little);
	insight_add(q,
		    "A call of '%s' takes %s from '%s', but %s%s from '%s': '%s' causes %.1f %% of "
		    "all time by %lld of %lld calls.",
		    insight_name(q, a->to), much, insight_name(q, a->from),
		    cheap->each.value > 0 ? "" : "at most ", little, insight_name(q, b->from),
		    insight_name(q, a->from),
		    insight_share(q, q->measured->arcs[dear->arc].total.sum), (long long)a->count,
		    (long long)(to->called > a->count ? to->called : a->count));
}

/* Returns true if a function's callers deserve a sentence: no sentence names the function yet, and
   no single caller has nearly all of its time, which any tree shows. */
static bool is_dear(const struct insight_context *q, uint32_t arc)
{
	const struct arc *a = &q->graph->arcs[arc];
	double weight = q->measured->arcs[arc].total.sum;

	return insight_share(q, weight) >= DEAR && is_comparable(q, a) &&
	       weight <= DEAR_PART * q->measured->nodes[a->to].total.sum &&
	       !insight_is_named(q, a->to);
}

void insight_costly_caller(const struct insight_context *q)
{
	const struct graph *g = q->graph;
	struct calls_by dear = { .arc = GP_NONE }, cheap = dear;
	double most = 0;

	for (uint32_t i = 0; i < g->narcs; i++) {
		double weight = q->measured->arcs[i].total.sum;
		struct calls_by a, b;

		if (weight <= most || !is_dear(q, i))
			continue;
		a = calls_by(q, i);
		b = cheapest(q, g->arcs[i].to, &g->arcs[i]);
		if (b.arc == GP_NONE || b.arc == i || a.each.low < TIMES * b.each.high)
			continue;
		most = weight;
		dear = a;
		cheap = b;
	}
	if (dear.arc != GP_NONE)
		say_dear(q, &dear, &cheap);
}

/* ------------------------------------------------------------------ few calls */

/* Calls of a function: by all its callers, or by the one that has nearly all of its time. */
struct few {
	uint32_t node, arc; /* of that caller; GP_NONE: all */
	int64_t calls;      /* 0: they are not few */
	struct weight total;
};

static double arc_time(const struct insight_context *q, uint32_t arc)
{
	return arc == GP_NONE ? 0 : q->measured->arcs[arc].total.sum;
}

/* Returns true if time and number of its calls are known to be of the same calls. */
static bool has_each(const struct insight_context *q, uint32_t arc)
{
	return is_comparable(q, &q->graph->arcs[arc]) && !q->measured->arcs[arc].inferred;
}

/* The caller with most of the time of a function, but for one, or GP_NONE. */
static uint32_t first_caller(const struct insight_context *q, uint32_t node, uint32_t but)
{
	const struct graph *g = q->graph;
	uint32_t best = GP_NONE;

	for (uint32_t i = g->in_start[node]; i < g->in_start[node + 1]; i++)
		if (g->in[i] != but && has_each(q, g->in[i]) &&
		    arc_time(q, g->in[i]) > arc_time(q, best))
			best = g->in[i];
	return best;
}

/* Calls with a sample each, about: fewer would be looked at one by one, and of more calls each is
   too short for that.  One call by each process is as often as the program ran. */
static struct few few_of(const struct insight_context *q, uint32_t node)
{
	struct few f = { node, GP_NONE, insight_calls(q, node), q->measured->nodes[node].total };
	uint32_t first;

	if (!q->program->functions[node].instrumented || q->nested[node])
		return (struct few){ .node = node, .arc = GP_NONE };
	first = first_caller(q, node, GP_NONE);
	if (arc_time(q, first) > FEW_PASSED * f.total.sum &&
	    q->graph->arcs[first].count < f.calls) {
		f.arc = first;
		f.calls = q->graph->arcs[first].count;
		f.total = q->measured->arcs[first].total;
	}
	if (f.calls > FEW_CALLS || f.calls > f.total.samples ||
	    f.calls <= (int64_t)q->result->processes)
		f.calls = 0;
	return f;
}

/* Returns true if calls are few enough to be looked at one by one, and take a part of the run that
   none of the callees has nearly all of: that one would be named in its place. */
static bool is_few(const struct insight_context *q, const struct few *f)
{
	const struct graph *g = q->graph;
	double share = insight_share(q, f->total.sum);

	if (!f->calls || share < FEW || share > FEW_MOST || insight_is_named(q, f->node))
		return false;
	for (uint32_t i = g->out_start[f->node]; i < g->out_start[f->node + 1]; i++)
		if (arc_time(q, g->out[i]) > FEW_PASSED * f->total.sum &&
		    few_of(q, g->arcs[g->out[i]].to).calls)
			return false;
	return true;
}

/* Returns true if a call surely costs more from one caller than from another: no call costs the
   mean. */
static bool is_uneven(const struct insight_context *q, uint32_t node)
{
	const struct graph *g = q->graph;
	double low = 0, high = INFINITY;

	for (uint32_t i = g->in_start[node]; i < g->in_start[node + 1]; i++) {
		struct calls_by by;

		if (!has_each(q, g->in[i]))
			continue;
		by = calls_by(q, g->in[i]);
		low = fmax(low, by.each.low);
		high = fmin(high, by.each.high);
	}
	return low > high;
}

static void say_uneven(const struct insight_context *q, const struct few *f)
{
	uint32_t first = first_caller(q, f->node, GP_NONE);
	uint32_t second = first_caller(q, f->node, first);
	const struct arc *arcs = q->graph->arcs;
	char *also = second == GP_NONE
			     ? gp_strdup("")
			     : gp_format(", %.1f %% by %lld from '%s'",
					 insight_share(q, arc_time(q, second)),
					 (long long)arcs[second].count,
					 insight_name(q, arcs[second].from));

	insight_add(q,
		    "Only %lld calls of '%s' use %.1f %% of the time with what they call: "
		    "%.1f %% by %lld from '%s'%s.",
		    (long long)f->calls, insight_name(q, f->node), insight_share(q, f->total.sum),
		    insight_share(q, arc_time(q, first)), (long long)arcs[first].count,
		    insight_name(q, arcs[first].from), also);
	free(also);
}

static void say_few(const struct insight_context *q, const struct few *f)
{
	struct interval each = insight_total(q, &f->total);
	char time[INTERVAL_TEXT];

	each = interval_divided(&each, f->calls);
	insight_time(q, &each, time);
	if (f->arc != GP_NONE)
		insight_add(q,
			    "Only %lld of %lld calls of '%s', those from '%s', use %.1f %% of "
			    "the time with what they call, %s each.",
			    (long long)f->calls, (long long)insight_calls(q, f->node),
			    insight_name(q, f->node), insight_name(q, q->graph->arcs[f->arc].from),
			    insight_share(q, f->total.sum), time);
	else
		insight_add(q,
			    "Only %lld calls of '%s' use %.1f %% of the time with what they "
			    "call, %s each.",
			    (long long)f->calls, insight_name(q, f->node),
			    insight_share(q, f->total.sum), time);
}

void insight_few_calls(const struct insight_context *q)
{
	struct few best = { .node = GP_NONE, .arc = GP_NONE };

	for (uint32_t i = 0; i < q->graph->nnodes; i++) {
		struct few f = few_of(q, i);

		if (f.total.sum > best.total.sum && is_few(q, &f))
			best = f;
	}
	if (best.node == GP_NONE)
		return;
	if (best.arc == GP_NONE && is_uneven(q, best.node))
		say_uneven(q, &best);
	else
		say_few(q, &best);
}

/* ------------------------------------------------------------------ many callers */

/* A function's callers that have time, and the three with most of it. */
struct callers {
	uint32_t n;
	uint32_t first[3]; /* arcs, by time; GP_NONE after the last */
};

static struct callers find_callers(const struct insight_context *q, uint32_t node)
{
	const struct graph *g = q->graph;
	double least = PART * q->measured->nodes[node].total.sum;
	struct callers c = { 0, { GP_NONE, GP_NONE, GP_NONE } };

	for (uint32_t i = g->in_start[node]; i < g->in_start[node + 1]; i++) {
		uint32_t arc = g->in[i];

		if (arc_time(q, arc) <= least || g->arcs[arc].from == node ||
		    !insight_is_code(q, g->arcs[arc].from))
			continue;
		c.n++;
		for (int k = 0; k < 3; k++)
			if (arc_time(q, arc) > arc_time(q, c.first[k])) {
				uint32_t lower = c.first[k];

				c.first[k] = arc;
				arc = lower;
			}
	}
	return c;
}

/* A tree shows such a function in many places, at none of which it has much. */
static bool is_shared(const struct insight_context *q, uint32_t node, struct callers *c)
{
	double total = q->measured->nodes[node].total.sum;

	if (insight_share(q, total) < SHARED || !insight_is_code(q, node) || q->nested[node] ||
	    insight_is_mostly_allocation(q, node))
		return false;
	*c = find_callers(q, node);
	return c->n >= CALLERS && arc_time(q, c->first[0]) <= total / 2;
}

void insight_shared(const struct insight_context *q)
{
	const struct arc *arcs = q->graph->arcs;
	struct callers c, best = { 0 };
	uint32_t node = GP_NONE;
	double most = 0;

	for (uint32_t i = 0; i < q->graph->nnodes; i++)
		if (q->measured->nodes[i].total.sum > most && is_shared(q, i, &c)) {
			most = q->measured->nodes[i].total.sum;
			node = i;
			best = c;
		}
	if (node != GP_NONE)
		insight_add(q,
			    "'%s' with what it calls uses %.1f %% of the time, for %u callers: "
			    "%.1f %% for '%s', %.1f %% for '%s', %.1f %% for '%s'.",
			    insight_name(q, node), insight_share(q, most), best.n,
			    insight_share(q, arc_time(q, best.first[0])),
			    insight_name(q, arcs[best.first[0]].from),
			    insight_share(q, arc_time(q, best.first[1])),
			    insight_name(q, arcs[best.first[1]].from),
			    insight_share(q, arc_time(q, best.first[2])),
			    insight_name(q, arcs[best.first[2]].from));
}

/* ------------------------------------------------------------------ small calls */

/* Returns true if most calls are made by code that was compiled with the plugin, in which a
   compiler could inline them; else 'outside' is the caller outside of it with most time, or
   GP_NONE. */
static bool is_inlinable(const struct insight_context *q, uint32_t node, uint32_t *outside)
{
	const struct graph *g = q->graph;
	int64_t calls = 0;
	double most = 0;

	*outside = GP_NONE;
	for (uint32_t i = g->in_start[node]; i < g->in_start[node + 1]; i++) {
		const struct arc *a = &g->arcs[g->in[i]];

		if (q->program->functions[a->from].instrumented && !(a->flags & ARC_THROUGH)) {
			gp_add(&calls, a->count);
		} else if (insight_is_code(q, a->from) && arc_time(q, g->in[i]) > most) {
			most = arc_time(q, g->in[i]);
			*outside = a->from;
		}
	}
	return calls > insight_calls(q, node) / 2;
}

static void say_small(const struct insight_context *q, uint32_t node, const char *each)
{
	const char *binary = q->program->nobjects ? q->program->objects[0].path : "";
	long long calls = insight_calls(q, node);
	double share = insight_share(q, q->graph->nodes[node].self);
	uint32_t outside;
	char *word;

	if (!is_inlinable(q, node, &outside)) {
		char *by = outside == GP_NONE
				   ? gp_strdup("by code without the plugin")
				   : gp_format("by '%s'", insight_name(q, outside));

		insight_add(q,
			    "'%s' was called %lld times, %s, %.1f %% of the time, mostly %s, "
			    "which cannot inline it.",
			    insight_name(q, node), calls, each, share, by);
		free(by);
		return;
	}
	word = unique_name(q->program, NULL, q->graph->nodes[node].name);
	if (word && insight_is_plain_word(binary))
		insight_add(q,
			    "'%s' was called %lld times, %s, %.1f %% of the time. "
			    "To estimate the cost of the calls themselves: `gprof-llvm predict "
			    "--inline=%s %s'.",
			    insight_name(q, node), calls, each, share, word, binary);
	else
		insight_add(q, "'%s' was called %lld times, %s, %.1f %% of the time.",
			    insight_name(q, node), calls, each, share);
	free(word);
}

void insight_small_calls(const struct insight_context *q)
{
	const struct graph *g = q->graph;
	uint32_t best = GP_NONE;
	struct interval each;
	char time[INTERVAL_TEXT], *text;

	for (uint32_t i = 0; i < g->nnodes; i++) {
		const struct node *n = &g->nodes[i];

		if (!q->program->functions[i].instrumented || insight_calls(q, i) <= 0 ||
		    insight_share(q, n->self) < SMALL ||
		    (best != GP_NONE && n->self <= g->nodes[best].self))
			continue;
		each = insight_total(q, &q->measured->nodes[i].total);
		if (each.high / insight_calls(q, i) <= SMALL_NS)
			best = i;
	}
	if (best == GP_NONE)
		return;
	each = insight_self(q, best);
	each = interval_divided(&each, insight_calls(q, best));
	insight_time(q, &each, time);
	if (each.value < COST_TELL_BELOW)
		text = gp_format("%s per call (counting adds %.2f to %.1f ns)",
				 time, COST_LEAST, COST_MOST);
	else
		text = gp_format("%s per call", time);
	say_small(q, best, text);
	free(text);
}

/* ------------------------------------------------------------------ cycles */

/* The members with most own time: the first and the second. */
static void heaviest(const struct graph *g, const struct cycle *c, uint32_t two[2])
{
	two[0] = two[1] = c->members[0];
	for (uint32_t i = 0; i < c->nmembers; i++)
		if (g->nodes[c->members[i]].self > g->nodes[two[0]].self)
			two[0] = c->members[i];
	if (two[1] == two[0])
		two[1] = c->members[1];
	for (uint32_t i = 0; i < c->nmembers; i++)
		if (c->members[i] != two[0] && g->nodes[c->members[i]].self > g->nodes[two[1]].self)
			two[1] = c->members[i];
}

/* The call from outside by which most of a cycle's time comes in, or GP_NONE. */
static uint32_t find_entrance(const struct insight_context *q, const struct cycle *c)
{
	const struct graph *g = q->graph;
	uint32_t best = GP_NONE;

	for (uint32_t i = 0; i < c->nmembers; i++)
		for (uint32_t k = g->in_start[c->members[i]]; k < g->in_start[c->members[i] + 1];
		     k++)
			if (g->nodes[g->arcs[g->in[k]].from].cycle !=
				    g->nodes[c->members[i]].cycle &&
			    arc_time(q, g->in[k]) > arc_time(q, best))
				best = g->in[k];
	return best;
}

/* ", all of it entered by 'a' calling 'b'", or the part that is; to be freed. */
static char *name_entrance(const struct insight_context *q, uint32_t arc, double whole)
{
	const struct graph *g = q->graph;
	double part = arc_time(q, arc);
	char *share, *text;

	if (arc == GP_NONE)
		return gp_strdup("");
	share = part >= ALL * whole ? gp_strdup("all of it")
				    : gp_format("%.1f %%", insight_share(q, part));
	text = gp_format(", %s entered by '%s' calling '%s'", share,
			 insight_name(q, g->arcs[arc].from), insight_name(q, g->arcs[arc].to));
	free(share);
	return text;
}

/* Returns true if the sentence on the main cause of time names a member of the cycle that causes
   all of the cycle's time. */
static bool is_said(const struct insight_context *q, size_t cycle)
{
	uint32_t at = insight_branching_function(q);

	return at != GP_NONE && q->graph->nodes[at].cycle == cycle + 1 &&
	       q->measured->nodes[at].total.sum >=
		       ALIKE * q->measured->cycles[cycle].total.sum;
}

void insight_cycle(const struct insight_context *q)
{
	const struct graph *g = q->graph;
	size_t best = g->ncycles;
	uint32_t two[2];
	char *by;

	/* Members that only calls which never executed would join do not call each other. */
	for (size_t i = 0; i < g->ncycles; i++)
		if (g->cycles[i].joined == g->cycles[i].nmembers &&
		    g->cycles[i].joined >= MEMBERS &&
		    (best == g->ncycles ||
		     q->measured->cycles[i].total.sum > q->measured->cycles[best].total.sum))
			best = i;
	if (best == g->ncycles || insight_share(q, q->measured->cycles[best].total.sum) < CYCLE ||
	    is_said(q, best))
		return;
	heaviest(g, &g->cycles[best], two);
	by = name_entrance(q, find_entrance(q, &g->cycles[best]),
			   q->measured->cycles[best].total.sum);
	insight_add(q,
		    "Cycle %zu (%u mutually recursive functions) takes %.1f %% of the time%s: '%s' "
		    "itself %.1f %%, '%s' %.1f %%.",
		    best + 1, g->cycles[best].nmembers,
		    insight_share(q, q->measured->cycles[best].total.sum), by,
		    insight_name(q, two[0]), insight_share(q, g->nodes[two[0]].self),
		    insight_name(q, two[1]), insight_share(q, g->nodes[two[1]].self));
	free(by);
}
