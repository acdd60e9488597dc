/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * marked_lines.c - see marked_lines.h.
 *
 * Optimisation may drop a mark where the code still runs: a condition became a select.  So what
 * the other marks of a line say is all that is known of it only if every copy of its function
 * that may have run has all marks of the line; else it is the least.
 *
 * A file may be included in several namespaces.  Then its functions are of one source, and a line
 * that one of them lost may be left in another one, so they count as copies of each other.  A
 * function on a single line does not: a macro may have made it, beside one with lines of its own.
 *
 * With line tables alone (-gline-tables-only) a name is without its class, and that of what deletes
 * an object is that of the destructor which it calls and which has the same lines.  What deletes
 * has no more than two lines, where its body begins and ends, so it is known where another copy has
 * more.  Else nothing tells them apart, and the least is said: of two inlined copies one may be in
 * the other.
 */
#include "executions/marked_lines.h"
#include "executions/solution.h"

#include <stdlib.h>
#include <string.h>

enum { RAN_WRITTEN, RAN_MADE }; /* in marked_lines.ran */

enum {
	VARIANTS_LINES,  /* most lines of a copy */
	VARIANTS_COPIES, /* how many there are */
	VARIANTS_NODES,  /* copies that are nodes */
	VARIANTS_FEWER,  /* copies taken for deleting destructors, by their lines */
	VARIANTS_ODD,    /* and line: 1 if halves of its counts have left a half over */
};

#define MOST_DELETING 2 /* lines of deleting destructors */

struct walk {
	const struct executions *x;
	struct marked_lines *known;
	struct gp_map markless; /* nodes that have a record without lines */
	bool linked;     /* one of them may have code of any */
	bool beside;     /* a module counts blocks and has no lines */
	struct gp_map whole;    /* (definition, line) -> of them, with all its marks */
	struct gp_map spread;   /* definitions that have several lines */
	struct gp_map variants; /* (definition, VARIANTS_*), of destructors without a class */
	void (*each)(void *context, const struct marked_line *line);
	void *context;
};

/* A copy of a function: of a record, or inlined at one place in it. */
struct copy {
	const struct blocks *b;
	size_t first, end;   /* in b->lines */
	uint32_t begins;     /* in how many places */
	bool ran;            /* perhaps */
	bool shared;         /* perhaps in several modules */
	uint32_t definition; /* or the number of all functions of its name: group_of() */
	uint32_t namesake;
	bool classless;      /* a destructor whose name does not say its class */
	bool inlined;
	struct marked_line line;
};

static void add(struct gp_map *map, uint64_t a, uint64_t b)
{
	int created;
	uint32_t *n = gp_map_put(map, a, b, &created);

	*n = created ? 1 : *n + 1;
}

static void describe(struct walk *w, uint32_t object, uint32_t record, uint32_t function,
		     struct copy *c)
{
	const struct object *o = &w->x->p->objects[object];
	const struct cg_function *f = &o->cg.functions[record];
	struct cg_lines_function from = static_cg_lines_function(&o->cg, f, function);

	c->line = (struct marked_line){ .node = o->nodes[record], .file = from.file,
					 .linkage = function ? from.name : NULL,
					 .defined = from.line };
	c->line.deletes = definition_deletes(function ? from.name : f->name);
	c->classless = from.name && from.name[0] == '~' && !definition_deletes(f->name);
	c->inlined = function;
	c->line.anywhere = o->cg.modules[f->module].flags & GPROF_MOD_LTO;
	c->shared = !from.file || strcmp(gp_basename(from.file),
					 gp_basename(o->cg.modules[f->module].source));
	c->definition = definition_number(&w->known->definitions, from.file, from.line, from.name);
	c->namesake = definition_namesake(&w->known->definitions, from.file, from.line, from.name);
}

/* Returns true if no copy of the mark that it begins with is gone. */
static bool is_begin_whole(const struct copy *c)
{
	struct block_count unused;
	bool all = false;

	for (size_t at = c->first; at < c->end && !all;) {
		bool begins = !c->b->lines[at].number;

		all = blocks_line(c->b, &at, c->begins, &unused, &all) && all && begins;
	}
	return all;
}

static bool may_have_begun(const struct walk *w, struct copy *c)
{
	struct block_count begun;

	c->begins = blocks_begun(c->b, c->first, &begun);
	begun = executions_widen_bounds(w->x, begun);
	return !c->begins || (begun.likely ? begun.value : begun.hi) > 0 || !is_begin_whole(c);
}

/* One that the compiler made, such as the constructors of a file, has no line in its own file. */
static void know_node(struct walk *w, const struct copy *c, uint32_t function)
{
	int created;

	if (!function && c->ran && c->line.node != GP_NONE)
		*gp_map_put(&w->known->ran, c->line.node, 0, &created) =
			c->line.defined ? RAN_WRITTEN : RAN_MADE;
}

/* The functions of a record, by ascending number; those without a mark have no lines. */
static size_t walk_record(struct walk *w, uint32_t object, uint32_t record, size_t at,
			  void (*visit)(struct walk *w, const struct copy *c))
{
	const struct object *o = &w->x->p->objects[object];
	const struct blocks *b = &w->x->blocks[object];
	uint32_t n = static_cg_lines(&o->cg.functions[record]).nfunctions;
	bool ran = true;

	for (uint32_t i = 0; i < n; i++) {
		struct copy c = { .b = b, .first = at, .ran = true };

		while (at < b->nlines && b->lines[at].record == record &&
		       b->lines[at].function == i)
			at++;
		c.end = at;
		describe(w, object, record, i, &c);
		c.ran = ran && (c.first == c.end || may_have_begun(w, &c));
		ran = i ? ran : c.ran;
		know_node(w, &c, i);
		if (c.line.node != GP_NONE && c.line.file && (c.line.linkage || !i) &&
		    gp_map_get(&w->markless, c.line.node, 0) == GP_NONE)
			visit(w, &c);
	}
	return at;
}

static void walk_all(struct walk *w, void (*visit)(struct walk *w, const struct copy *c))
{
	for (size_t i = 0; i < w->x->nblocks; i++) {
		const struct static_cg *cg = &w->x->p->objects[i].cg;
		size_t at = 0;

		for (uint32_t record = 0; record < cg->nfunctions; record++)
			if (blocks_has_line_marks(cg, &cg->functions[record]))
				at = walk_record(w, i, record, at, visit);
	}
}

/* Distinct lines: they ascend. */
static uint32_t lines_of(const struct copy *c)
{
	uint32_t n = 0;

	for (size_t at = c->first; at < c->end; at++)
		n += at == c->first || c->b->lines[at].line != c->b->lines[at - 1].line;
	return n;
}

static uint32_t variants(const struct walk *w, const struct copy *c, int what)
{
	uint32_t n = gp_map_get(&w->variants, c->definition, what);

	return n == GP_NONE ? 0 : n;
}

static void find_variants(struct walk *w, const struct copy *c)
{
	uint32_t lines = lines_of(c);
	int created;

	if (!c->classless)
		return;
	if (lines > variants(w, c, VARIANTS_LINES))
		*gp_map_put(&w->variants, c->definition, VARIANTS_LINES, &created) = lines;
	add(&w->variants, c->definition, VARIANTS_COPIES);
	if (!c->inlined)
		add(&w->variants, c->definition, VARIANTS_NODES);
}

static bool has_few_lines(const struct copy *c)
{
	return c->classless && c->inlined && lines_of(c) <= MOST_DELETING;
}

static bool is_deleting(const struct walk *w, const struct copy *c)
{
	return has_few_lines(c) && variants(w, c, VARIANTS_LINES) > MOST_DELETING;
}

static void find_deleting(struct walk *w, const struct copy *c)
{
	if (is_deleting(w, c))
		add(&w->variants, c->definition, VARIANTS_FEWER);
}

/* Half a count, such that the sum over the copies is half of theirs. */
static int64_t half(struct walk *w, const struct copy *c, uint32_t line, int64_t n)
{
	int created;
	uint32_t *odd = gp_map_put(&w->variants, (uint64_t)line << 32 | c->definition,
				   VARIANTS_ODD, &created);
	uint32_t before = created ? 0 : *odd;

	*odd = (n & 1) ^ before;
	return n / 2 + ((n & 1) & before);
}

/* The certain part of a count where variants cannot be distinguished: half, as each copy may be in
   another one, and nothing where they may have called the node. */
static struct block_count least_of(struct walk *w, const struct copy *c, uint32_t line,
				   struct block_count count)
{
	if (!c->classless || variants(w, c, VARIANTS_COPIES) < 2)
		return count;
	if (has_few_lines(c))
		count.lo = variants(w, c, VARIANTS_NODES) ? 0 : half(w, c, line, count.lo);
	else if (!variants(w, c, VARIANTS_FEWER))
		return count;
	count.hi = COUNT_UNBOUNDED;
	count.how = SOLVED_NOT;
	count.likely = false;
	return count;
}

static void find_spread(struct walk *w, const struct copy *c)
{
	int created;

	for (size_t at = c->first; at < c->end; at++)
		if (c->b->lines[at].line != c->line.defined)
			*gp_map_put(&w->spread, c->definition, 0, &created) = 1;
}

/* The function that its copies are copies of. */
static uint32_t group_of(const struct walk *w, const struct copy *c)
{
	return gp_map_get(&w->spread, c->definition, 0) == GP_NONE ? c->definition : c->namesake;
}

static void count_whole(struct walk *w, const struct copy *c)
{
	uint32_t group = group_of(w, c);
	struct block_count unused;
	bool all;

	if (c->ran)
		add(&w->known->copies, group, 0);
	for (size_t at = c->first; c->ran && at < c->end;) {
		uint32_t line = c->b->lines[at].line;

		if (blocks_line(c->b, &at, c->begins, &unused, &all) && all)
			add(&w->whole, group, line);
	}
}

static bool is_whole(const struct walk *w, const struct copy *c, uint32_t line)
{
	uint32_t group = group_of(w, c), copies = gp_map_get(&w->known->copies, group, 0);

	return copies == GP_NONE || gp_map_get(&w->whole, group, line) == copies;
}

static void pass_lines(struct walk *w, const struct copy *c)
{
	struct marked_line line = c->line;
	bool all;

	line.deletes |= is_deleting(w, c);
	for (size_t at = c->first; at < c->end;) {
		line.line = c->b->lines[at].line;
		if (!blocks_line(c->b, &at, c->begins, &line.count, &all))
			continue;
		line.count = least_of(w, c, line.line, executions_widen_bounds(w->x, line.count));
		if (!is_whole(w, c, line.line) || (line.anywhere && w->linked) ||
		    (c->shared && w->beside)) {
			line.count.hi = COUNT_UNBOUNDED;
			line.count.how = SOLVED_NOT;
			line.count.likely = false;
		}
		w->each(w->context, &line);
	}
}

/* For each module whether its functions have lines; to be freed. */
static uint8_t *modules_with_lines(const struct object *o)
{
	uint8_t *lines = gp_alloc(o->cg.nmodules, sizeof *lines);

	for (size_t i = 0; i < o->cg.nmodules; i++)
		lines[i] = o->cg.modules[i].flags & GPROF_MOD_LINES;
	for (size_t i = 0; i < o->cg.nfunctions; i++)
		if (o->cg.functions[i].module != GP_NONE && o->cg.functions[i].lines)
			lines[o->cg.functions[i].module] = 1;
	return lines;
}

/* Beside functions that have lines those that the compiler made, such as __clang_call_terminate(),
   are in no file, and have no code of others. */
static bool may_have_others(const struct cg_function *f, const uint8_t *lines)
{
	return f->module != GP_NONE && f->counters && (f->file || !lines[f->module]);
}

/*
 * One that another compiler plugin made may be of the same function, and the linker takes either:
 * its instructions say what ran.
 */
static void find_markless(struct walk *w, const struct object *o)
{
	uint8_t *lines = modules_with_lines(o);
	int created;

	for (size_t i = 0; i < o->cg.nfunctions; i++) {
		const struct cg_function *f = &o->cg.functions[i];

		if (f->lines || o->nodes[i] == GP_NONE)
			continue;
		*gp_map_put(&w->markless, o->nodes[i], 0, &created) = 1;
		w->linked |= may_have_others(f, lines) &&
			     o->cg.modules[f->module].flags & GPROF_MOD_LTO;
	}
	free(lines);
}

/* It may have copies of what headers have, of which neither marks nor instructions are left. */
static bool has_lineless_module(const struct object *o)
{
	uint8_t *lines = modules_with_lines(o);
	bool found = false;

	for (size_t i = 0; i < o->cg.nfunctions; i++) {
		const struct cg_function *f = &o->cg.functions[i];

		found |= f->module != GP_NONE && !lines[f->module] && f->counters &&
			 o->nodes[i] != GP_NONE &&
			 o->cg.modules[f->module].flags & GPROF_MOD_BLOCKS;
	}
	free(lines);
	return found;
}

void marked_lines_walk(const struct executions *x, struct marked_lines *known,
		       void (*each)(void *context, const struct marked_line *line), void *context)
{
	struct walk w = { .x = x, .known = known, .each = each, .context = context };

	for (size_t i = 0; i < x->nblocks; i++) {
		find_markless(&w, &x->p->objects[i]);
		w.beside |= has_lineless_module(&x->p->objects[i]);
	}
	walk_all(&w, find_variants);
	walk_all(&w, find_deleting);
	walk_all(&w, find_spread);
	walk_all(&w, count_whole);
	walk_all(&w, pass_lines);
	gp_map_release(&w.markless);
	gp_map_release(&w.whole);
	gp_map_release(&w.spread);
	gp_map_release(&w.variants);
}

void marked_lines_add(struct marked_lines *w, const struct marked_line *line, uint64_t number)
{
	int created;

	*gp_map_put(&w->of_node, number, line->node, &created) = 1;
	if (line->anywhere)
		*gp_map_put(&w->anywhere, number, 0, &created) = 1;
}

bool marked_lines_has(const struct marked_lines *w, uint32_t node, uint64_t number)
{
	return gp_map_get(&w->of_node, number, node) != GP_NONE ||
	       gp_map_get(&w->anywhere, number, 0) != GP_NONE;
}

struct block_count marked_lines_unknown(void)
{
	return (struct block_count){ .hi = COUNT_UNBOUNDED, .how = SOLVED_NOT };
}

struct block_count marked_lines_guess(const struct marked_lines *w, uint32_t node,
				      struct block_count count)
{
	uint32_t ran = gp_map_get(&w->ran, node, 0);

	/* The generated code initializes the globals of headers, each once: it has hardly a line to
	   lose, but that all that is left of a line may be code for exceptions. */
	if (ran == GP_NONE || (ran == RAN_MADE && count.hi))
		return count;
	return marked_lines_unknown();
}

bool marked_lines_is_elsewhere(struct marked_lines *w, const struct inline_scopes *s,
			       uint32_t function, struct block_count count)
{
	const struct scope_function *f;
	uint32_t definition, namesake;

	if (count.hi || function == GP_NONE || !w->copies.n)
		return false;
	f = &s->functions[function];
	definition = definition_number(&w->definitions, f->file, f->line, f->linkage);
	namesake = definition_namesake(&w->definitions, f->file, f->line, f->linkage);
	return gp_map_get(&w->copies, definition, 0) != GP_NONE ||
	       gp_map_get(&w->copies, namesake, 0) != GP_NONE;
}

void marked_lines_release(struct marked_lines *w)
{
	definitions_release(&w->definitions);
	gp_map_release(&w->copies);
	gp_map_release(&w->ran);
	gp_map_release(&w->of_node);
	gp_map_release(&w->anywhere);
}
