/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * times.c - sentences on where the time is: the function with most own time, and time outside of
 * the program's own code.
 */
#include "insights/internal.h"
#include "text/demangle.h"

#include <stdlib.h>
#include <string.h>

#define OWN 10.0       /* per cent of all that own time must be */
#define OUTSIDE 10.0   /* the same of the kernel, of allocation, of a library */
#define FAULTS 0.9     /* of a function's kernel time: the first faults count as calls */
#define ALL 0.99       /* of the time outside: the rest is not mentioned */
#define SPREAD 0.3     /* of the time outside: a smaller cause does not help */
#define OWN_PART 0.3   /* of allocation, in a program's own allocators, that is worth names */
#define ALLOCATORS 3   /* that are named */
#define INLINED 2      /* functions inlined in one, that are named */
#define NEARLY_ALL 0.8 /* of a library's time, in one function */

uint32_t insight_self_function(const struct insight_context *q)
{
	uint32_t best = insight_largest_self(q, GP_NONE);

	return best != GP_NONE && insight_share(q, q->graph->nodes[best].self) >= OWN ? best
										     : GP_NONE;
}

/* Where in a library the own time of a row is, for after a figure; to be freed. */
static char *say_inside(const struct insight_context *q, uint32_t node)
{
	const struct function *f = &q->program->functions[node];
	char *name, *text;

	if (!f->inner_name || f->inner_weight < q->graph->nodes[node].self / 2)
		return gp_strdup("");
	name = insight_short_name(demangle_name(f->inner_name));
	text = gp_format(", most of it in '%s' (%.1f %%)", name,
			 insight_share(q, f->inner_weight));
	free(name);
	return text;
}

/* Returns true if threads wait in most of a function's own time.  Elapsed time shows it only if the
   result has single samples. */
static bool is_waited_in(const struct insight_context *q, uint32_t node)
{
	const struct resolved_samples *s = &q->program->resolved_samples;
	const struct call *calls = q->program->calls.items;
	double waits = 0;

	if (!measure_has(q->result->request->join.time, false))
		return true;
	for (size_t i = 0; i < s->n; i++)
		if (s->items[i].flags & GPROF_SAMPLE_WAIT && s->items[i].call != GP_NONE &&
		    calls[s->items[i].call].node == node)
			waits += s->items[i].below;
	return waits > q->graph->nodes[node].self / 2;
}

/* The words after "20.0 % of the time, 1.2 s"; the caller frees them. */
static char *say_calls(const struct insight_context *q, uint32_t node, const struct interval *self)
{
	const struct node *n = &q->graph->nodes[node];
	int64_t calls = insight_calls(q, node);
	char each[INTERVAL_TEXT];
	struct interval one;

	if (calls <= 0 || !result_knows_each(q->result))
		return gp_strdup("");
	/* Code that is not instrumented calls it, too. */
	if (!q->program->functions[node].instrumented)
		return gp_format("; %lld calls of it were counted", (long long)calls);
	if (calls == 1 && n->self_calls > 0)
		return gp_format(", in one call from outside and %lld by itself",
				 (long long)n->self_calls);
	if (calls == 1)
		return gp_strdup(", in one call");
	one = interval_divided(self, calls);
	insight_time(q, &one, each);
	return gp_format(", in %lld calls of %s each", (long long)calls, each);
}

/* ": `gprof-llvm annotate calc_lon potrace' shows its lines", where a shell takes the binary as it
   is; to be freed. */
static char *say_annotate(const struct insight_context *q, const struct inlined_part *part)
{
	const char *binary = q->program->nobjects ? q->program->objects[0].path : "";

	if (!part->word || !insight_is_plain_word(binary))
		return gp_strdup("");
	return gp_format(": `gprof-llvm annotate %s %s' shows its lines", part->word, binary);
}

static bool is_same_source(const struct inlined_part *a, const struct inlined_part *b)
{
	return a->line && a->line == b->line && a->file && b->file && !strcmp(a->file, b->file);
}

/* "; of it 83.0 % in 'calc_lon', inlined (trace.c:320)"; to be freed. */
static char *say_inlined(const struct insight_context *q, uint32_t node)
{
	size_t n;
	const struct inlined_part *parts = inlined_parts_of(q->result->inlined, node, &n);
	char *text = gp_strdup("");

	for (size_t i = 0; i < n && i < INLINED; i++) {
		char *before, *name, *place;

		/* Variants of one template, of which one may be inlined in the other. */
		if (i && is_same_source(&parts[i], &parts[i - 1]))
			continue;
		before = text;
		name = insight_short_name(demangle_as(parts[i].name, NAMES_BASE));
		place = inlined_part_place(&parts[i]);
		text = gp_format("%s%s %.1f %% in '%s', inlined%s%s%s", before,
				 i ? " and" : "; of it",
				 100 * parts[i].self.sum / q->graph->nodes[node].self, name,
				 *place ? " (" : "", place, *place ? ")" : "");
		free(place);
		free(name);
		free(before);
	}
	if (n) {
		char *before = text, *annotate = say_annotate(q, parts);

		text = gp_format("%s%s", before, annotate);
		free(annotate);
		free(before);
	}
	return text;
}

/* The largest row of code that has no name, if it is large enough for a sentence; or GP_NONE. */
static uint32_t find_unnamed(const struct insight_context *q)
{
	const struct node *nodes = q->graph->nodes;
	uint32_t best = GP_NONE;

	for (uint32_t i = 0; i < q->graph->nnodes; i++)
		if (program_is_object_row(q->program, i) && i != q->program->ready &&
		    !insight_is_code(q, i) && insight_share(q, nodes[i].self) >= OWN &&
		    (best == GP_NONE || nodes[i].self > nodes[best].self))
			best = i;
	return best;
}

static void say_unnamed(const struct insight_context *q, uint32_t node)
{
	const char *binary = q->program->nobjects ? q->program->objects[0].path : "";
	double share = insight_share(q, q->graph->nodes[node].self);

	if (node == q->program->unknown)
		insight_add(q,
			    "'%s' uses %.1f %% of the time: code of no file, which was made "
			    "while the program ran, or of a library that is gone.",
			    insight_name(q, node), share);
	else if (insight_is_plain_word(binary))
		insight_add(q,
			    "'%s' uses %.1f %% of the time: code without names. Its symbols, or "
			    "compiling it with the plugin, would name it; `gprof-llvm report "
			    "--tree=bottom-up %s' shows who calls it.",
			    insight_name(q, node), share, binary);
	else
		insight_add(q,
			    "'%s' uses %.1f %% of the time: code without names. Its symbols, or "
			    "compiling it with the plugin, would name it.",
			    insight_name(q, node), share);
}

/* ------------------------------------------------------------------ outside of the program */

/* Time in calls that match, with their callees outside of the program, and the function of the
   program that causes most of it.  If the program has allocators, their callers count. */
struct outside {
	double weight;
	uint32_t causer; /* or GP_NONE */
	double caused;	 /* of 'weight' */
	uint32_t via;    /* of no record, that most of 'caused' is right below; or GP_NONE: the
			    causer itself */
};

typedef bool matches(const struct insight_context *q, uint32_t node, uint32_t object);

/* The functions that made the 'matched' calls on behalf of the causer. */
static uint32_t find_via(const struct insight_context *q, const struct outside *o,
			 const uint32_t *causer, const bool *matched)
{
	const struct calltree *t = &q->program->calls;
	double *weight = gp_alloc(q->graph->nnodes, sizeof *weight);
	uint32_t best = o->causer;

	for (size_t i = 0; i < t->n; i++)
		if (matched[i] && causer[i] == o->causer && t->items[i].caller != GP_NONE)
			weight[t->items[t->items[i].caller].node] += t->items[i].total.sum;
	for (uint32_t i = 0; i < q->graph->nnodes; i++)
		if (weight[i] > weight[best])
			best = i;
	free(weight);
	return q->program->functions[best].instrumented || !insight_is_code(q, best) ? GP_NONE
										    : best;
}

/* Callers precede callees, so one pass knows the callers of each call.  With 'alone' only the own
   time of matching calls counts. */
static struct outside find_outside(const struct insight_context *q, matches *match, uint32_t object,
				   bool alone)
{
	const struct calltree *t = &q->program->calls;
	struct outside o = { .causer = GP_NONE, .via = GP_NONE };
	bool *inside = gp_alloc(t->n, sizeof *inside);
	bool *outermost = gp_alloc(t->n, sizeof *outermost);
	uint32_t *causer = gp_alloc(t->n, sizeof *causer);
	double *caused = gp_alloc(q->graph->nnodes, sizeof *caused);

	for (size_t i = 0; i < t->n; i++) {
		const struct call *c = &t->items[i];
		bool instrumented = q->program->functions[c->node].instrumented;
		bool around = c->caller != GP_NONE && inside[c->caller] && !alone && !instrumented;
		bool matched = match(q, c->node, object);

		causer[i] = c->caller == GP_NONE ? GP_NONE : causer[c->caller];
		if (instrumented && !q->allocators[c->node])
			causer[i] = c->node;
		inside[i] = around || matched;
		outermost[i] = matched && !around;
		if (!inside[i])
			continue;
		o.weight += c->self.sum;
		if (causer[i] != GP_NONE)
			caused[causer[i]] += c->self.sum;
	}
	for (uint32_t i = 0; i < q->graph->nnodes; i++)
		if (caused[i] > o.caused) {
			o.caused = caused[i];
			o.causer = i;
		}
	if (o.causer != GP_NONE)
		o.via = find_via(q, &o, causer, outermost);
	free(inside);
	free(outermost);
	free(causer);
	free(caused);
	return o;
}

/* The causer's part of it. */
static const char *part_of(const struct outside *o)
{
	return o->caused < o->weight / 2 ? "the largest part" : "most of it";
}

static bool is_node(const struct insight_context *q, uint32_t node, uint32_t wanted)
{
	(void)q;
	return node == wanted;
}

/* How many calls of a row were counted, and how many of them are the causer's, if it is worth
   naming; to be freed. */
static char *say_counted(const struct insight_context *q, uint32_t node, uint32_t causer)
{
	uint32_t arc = causer == GP_NONE ? GP_NONE : graph_find_arc(q->graph, causer, node);
	int64_t calls = insight_calls(q, node), by = 0;

	if (calls <= 0)
		return gp_strdup("");
	if (arc != GP_NONE)
		by = q->graph->arcs[arc].count;
	if (by > 0 && by < calls)
		return gp_format(", by %lld of %lld counted calls", (long long)by,
				 (long long)calls);
	return gp_format("; %lld call%s of '%s' %s counted", (long long)calls,
			 calls == 1 ? "" : "s", insight_name(q, node), calls == 1 ? "was" : "were");
}

/* For whom a row's time is, with the calls; to be freed. */
static char *say_for(const struct insight_context *q, uint32_t node)
{
	struct outside o = find_outside(q, is_node, node, true);
	bool one = o.causer != GP_NONE && o.caused >= SPREAD * o.weight;
	char *counted = say_counted(q, node, one ? o.causer : GP_NONE), *text;

	if (!one)
		return counted;
	if (o.caused > ALL * o.weight)
		text = gp_format(", for '%s'%s", insight_name(q, o.causer), counted);
	else
		text = gp_format("; %s, %.1f %%, is for '%s'%s", part_of(&o),
				 insight_share(q, o.caused), insight_name(q, o.causer), counted);
	free(counted);
	return text;
}

/* The row of a library function includes the library code that it calls. */
static void say_library_self(const struct insight_context *q, uint32_t node, const char *time)
{
	const struct program *p = q->program;
	uint32_t object = p->functions[node].object;
	double share = insight_share(q, q->graph->nodes[node].self);
	char *inside = say_inside(q, node), *from, *whom = say_for(q, node);

	from = object < p->nobjects && !program_is_row(p, node)
		       ? gp_format(" of %s", p->objects[object].name) : gp_strdup("");
	if (is_waited_in(q, node))
		insight_add(q,
			    "Threads wait in '%s'%s, and in the library code that it calls, for "
			    "%.1f %% of the time, %s%s%s.",
			    insight_name(q, node), from, share, time, inside, whom);
	else
		insight_add(q,
			    "'%s'%s and the library code that it calls use %.1f %% of the time, "
			    "%s%s%s.",
			    insight_name(q, node), from, share, time, inside, whom);
	free(inside);
	free(from);
	free(whom);
}

static void say_most_self(const struct insight_context *q, uint32_t best)
{
	char time[INTERVAL_TEXT], *calls, *inlined;
	struct interval self;

	self = insight_self(q, best);
	insight_time(q, &self, time);
	if (program_is_library(q->program, best) && !q->program->functions[best].leaf_library) {
		say_library_self(q, best, time);
		return;
	}
	calls = say_calls(q, best, &self);
	inlined = say_inlined(q, best);
	insight_add(q,
		    is_waited_in(q, best)
			    ? "Threads wait in '%s' itself for %.1f %% of the time, %s%s%s."
			    : "'%s' itself uses %.1f %% of the time, %s%s%s.",
		    insight_name(q, best), insight_share(q, q->graph->nodes[best].self), time,
		    calls, inlined);
	free(inlined);
	free(calls);
}

/* The largest row comes first, whatever it is. */
void insight_most_self(const struct insight_context *q)
{
	const struct node *nodes = q->graph->nodes;
	uint32_t best = insight_self_function(q), unnamed = find_unnamed(q);
	bool first = unnamed != GP_NONE &&
		     (best == GP_NONE || nodes[unnamed].self > nodes[best].self);

	if (first)
		say_unnamed(q, unnamed);
	if (best != GP_NONE)
		say_most_self(q, best);
	if (unnamed != GP_NONE && !first)
		say_unnamed(q, unnamed);
}

/* Adds a sentence on 'what' if its share is large enough; 'how' is the causer's way to it. */
static void say_outside(const struct insight_context *q, const struct outside *o, const char *what,
			const char *how)
{
	double share = insight_share(q, o->weight);

	if (share < OUTSIDE)
		return;
	if (o->causer == GP_NONE)
		insight_add(q, "%s: %.1f %% of the time, for no function of the program.", what,
			    share);
	else if (o->caused > ALL * o->weight)
		insight_add(q, "%s: %.1f %% of the time, for '%s'%s.", what, share,
			    insight_name(q, o->causer), how);
	else if (o->caused < SPREAD * o->weight)
		insight_add(q,
			    "%s: %.1f %% of the time, for many functions: for none more than "
			    "%.1f %% ('%s').",
			    what, share, insight_share(q, o->caused), insight_name(q, o->causer));
	else
		insight_add(q, "%s: %.1f %% of the time; %s, %.1f %%, is for '%s'%s.", what, share,
			    part_of(o), insight_share(q, o->caused), insight_name(q, o->causer),
			    how);
}

static bool is_kernel(const struct insight_context *q, uint32_t node, uint32_t unused)
{
	(void)unused;
	return node == q->program->kernel_node;
}

/* How the kernel's time comes about, which 'o' says the causer of. */
static char *kernel_how(const struct insight_context *q, const struct outside *o)
{
	double faults = o->causer == GP_NONE ? 0 : q->program->functions[o->causer].faults;

	if (o->via != GP_NONE)
		return gp_format(", mostly in its calls of '%s'", insight_name(q, o->via));
	if (faults > FAULTS * o->caused)
		return gp_strdup(" itself: page faults, as at the first use of a page of memory");
	return gp_strdup(" itself: page faults, or system calls in its code");
}

/* Of the time in the kernel, in code of libraries too. */
static double kernel_faults(const struct insight_context *q)
{
	double faults = 0;

	for (size_t i = 0; i < q->graph->nnodes; i++)
		faults += q->program->functions[i].faults;
	return faults;
}

void insight_kernel(const struct insight_context *q)
{
	struct outside o;
	bool faults;
	char *how;

	if (q->program->kernel_node == GP_NONE)
		return;
	o = find_outside(q, is_kernel, 0, false);
	how = kernel_how(q, &o);
	faults = kernel_faults(q) > o.weight / 2 &&
		 (o.via != GP_NONE || o.caused < SPREAD * o.weight);
	say_outside(q, &o, faults ? "The kernel, mostly page faults" : "The kernel", how);
	free(how);
}

static bool is_allocation(const struct insight_context *q, uint32_t node, uint32_t unused)
{
	(void)unused;
	return insight_is_allocation(q, node);
}

/* The same with the program's own allocators, that call it or have memory of their own. */
static bool is_any_allocation(const struct insight_context *q, uint32_t node, uint32_t unused)
{
	return q->allocators[node] || is_allocation(q, node, unused);
}

/* The function in its sentence, if there is one. */
struct allocation {
	struct outside library, any; /* the library's; with the program's own */
	bool own;		     /* it speaks of both */
	bool said;
};

static struct allocation find_allocation(const struct insight_context *q)
{
	struct allocation a = { .library = find_outside(q, is_allocation, 0, false),
				.any = find_outside(q, is_any_allocation, 0, false) };

	a.own = a.any.weight - a.library.weight >= OWN_PART * a.any.weight;
	a.said = insight_share(q, (a.own ? a.any : a.library).weight) >= OUTSIDE;
	return a;
}

bool insight_is_mostly_allocation(const struct insight_context *q, uint32_t node)
{
	const struct graph *g = q->graph;
	double weight = is_any_allocation(q, node, 0) ? q->measured->nodes[node].total.sum : 0;

	for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1]; i++)
		if (is_any_allocation(q, g->arcs[g->out[i]].to, 0))
			weight += q->measured->arcs[g->out[i]].total.sum;
	return weight > NEARLY_ALL * q->measured->nodes[node].total.sum && find_allocation(q).said;
}

/* The allocators with most own time, as ": 'a' 5.5 %, 'b' 3.8 %"; to be freed. */
static char *name_allocators(const struct insight_context *q)
{
	const struct node *nodes = q->graph->nodes;
	uint32_t first[ALLOCATORS];
	char *text = gp_strdup("");
	int n = 0;

	for (uint32_t i = 0; i < q->graph->nnodes; i++) {
		int at = n;

		if (!is_any_allocation(q, i, 0) || !(nodes[i].self > 0))
			continue;
		while (at && nodes[i].self > nodes[first[at - 1]].self)
			at--;
		if (at == ALLOCATORS)
			continue;
		n += n < ALLOCATORS;
		memmove(first + at + 1, first + at, (n - at - 1) * sizeof *first);
		first[at] = i;
	}
	for (int i = 0; i < n; i++) {
		char *before = text;

		text = gp_format("%s%s '%s' %.1f %%", before, i ? "," : ":",
				 insight_name(q, first[i]), insight_share(q, nodes[first[i]].self));
		free(before);
	}
	return text;
}

static void say_allocators(const struct insight_context *q, const struct outside *o)
{
	char *names = name_allocators(q);

	if (o->causer == GP_NONE || o->caused < SPREAD * o->weight)
		insight_add(q,
			    "Functions that allocate or free, by their names, use %.1f %% of "
			    "the time%s.",
			    insight_share(q, o->weight), names);
	else
		insight_add(q,
			    "Functions that allocate or free, by their names, use %.1f %% of "
			    "the time%s; %s, %.1f %%, is for '%s'.",
			    insight_share(q, o->weight), names, part_of(o),
			    insight_share(q, o->caused), insight_name(q, o->causer));
	free(names);
}

void insight_allocation(const struct insight_context *q)
{
	struct allocation a = find_allocation(q);

	if (a.said && a.own)
		say_allocators(q, &a.any);
	else if (a.said)
		say_outside(q, &a.library, "Allocating and freeing memory", "");
}

static bool is_of(const struct insight_context *q, uint32_t node, uint32_t object)
{
	return q->program->functions[node].object == object &&
	       !q->program->functions[node].instrumented;
}

/* The same without what the sentence on allocation has. */
static bool is_other_of(const struct insight_context *q, uint32_t node, uint32_t object)
{
	return is_of(q, node, object) && !is_allocation(q, node, 0);
}

/* Returns true if one function is nearly all of a library that has so much: then it is the sentence
   on own time, or too little for one. */
static bool is_one_function(const struct insight_context *q, uint32_t object, double weight)
{
	for (uint32_t i = 0; i < q->graph->nnodes; i++)
		if (is_of(q, i, object) && q->graph->nodes[i].self > NEARLY_ALL * weight)
			return true;
	return false;
}

/* The one in whose functions, as the program calls them, most time is. */
void insight_library(const struct insight_context *q)
{
	const struct program *p = q->program;
	double *weight = gp_alloc(p->nobjects, sizeof *weight);
	uint32_t best = 0;
	bool apart = find_allocation(q).said;
	struct outside o;
	const char *name;
	char *what;

	for (uint32_t i = 0; i < q->graph->nnodes; i++)
		if (p->functions[i].object != GP_NONE && !p->functions[i].instrumented)
			weight[p->functions[i].object] += q->graph->nodes[i].self;
	for (uint32_t i = 1; i < p->nobjects; i++)
		if (weight[i] > weight[best])
			best = i;
	if (p->nobjects && !p->objects[best].instrumented && weight[best] > 0 &&
	    !is_one_function(q, best, weight[best])) {
		o = find_outside(q, apart ? is_other_of : is_of, best, true);
		name = strrchr(p->objects[best].path, '/');
		/* Time in it and in the libraries that it calls. */
		what = gp_format("Calls into %s%s", name ? name + 1 : p->objects[best].path,
				 apart ? " that do not allocate or free" : "");
		say_outside(q, &o, what, "");
		free(what);
	}
	free(weight);
}
