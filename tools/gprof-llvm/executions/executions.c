/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * executions.c - see executions.h: answers from executions that solve_run.c or
 * merged_executions.c filled in.
 */
#include "executions/executions.h"
#include "executions/solution.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ */

struct block_count executions_widen_bounds(const struct executions *x, struct block_count count)
{
	int64_t times = gp_plus(x->interruptions.times, x->interruptions.ended);

	if (x->interruptions.assumed && count.how == SOLVED_EXACT)
		count.how = SOLVED_ASSUMED;
	if (!times)
		return count;
	count.likely = !x->interruptions.times && count.how != SOLVED_NOT;
	count.lo = count.lo > times ? count.lo - times : 0;
	count.hi = gp_plus(count.hi, times) < COUNT_UNBOUNDED ? count.hi + times : COUNT_UNBOUNDED;
	count.how = SOLVED_NOT;
	return count;
}

static struct block_count count_of(const struct executions *x, const struct blocks *b,
				   uint32_t unknown)
{
	return executions_widen_bounds(x, blocks_count(b, unknown));
}

#define NAMED 3 /* files that are not counted, by name */

/* Files whose functions are instrumented, and do not count their blocks. */
static void find_uncounted(bool *uncounted, const struct object *o)
{
	for (size_t i = 0; o->instrumented && i < o->cg.nfunctions; i++) {
		const struct cg_function *f = &o->cg.functions[i];

		if (f->module != GP_NONE && o->nodes[i] != GP_NONE &&
		    !(f->flags & GPROF_FN_SKIPPED))
			uncounted[f->module] = !(o->cg.modules[f->module].flags &
						 GPROF_MOD_BLOCKS);
	}
}

/* "a.c, b.c"; 'n' is how many there are. */
static char *uncounted_files(const struct program *p, size_t *n)
{
	char *text = gp_strdup("");

	*n = 0;
	for (size_t i = 0; i < p->nobjects; i++) {
		const struct object *o = &p->objects[i];
		bool *uncounted = gp_alloc(o->cg.nmodules, sizeof *uncounted);

		find_uncounted(uncounted, o);
		for (size_t k = 0; k < o->cg.nmodules; k++) {
			char *before = text;

			if (!uncounted[k] || (*n)++ >= NAMED)
				continue;
			text = gp_format("%s%s'%s'", before, *before ? ", " : "",
					 gp_basename(o->cg.modules[k].source));
			free(before);
		}
		free(uncounted);
	}
	return text;
}

static char *note_of_files(const struct program *p)
{
	size_t n;
	char *files = uncounted_files(p, &n), *told = NULL;

	if (n > NAMED)
		told = gp_format("without those of %zu files that were built without count=blocks: "
				 "%s and %zu more", n, files, n - NAMED);
	else if (n)
		told = gp_format("without those of %zu file%s built without count=blocks: %s", n,
				 n == 1 ? " that was" : "s that were", files);
	free(files);
	return told;
}

const char *executions_refusal(const struct executions *x)
{
	return x->refused;
}

bool executions_began_inside(const struct executions *x)
{
	return x->inside;
}

bool executions_is_of_some(const struct executions *x)
{
	return x->runs != x->all_runs;
}

size_t executions_runs(const struct executions *x, size_t *all)
{
	*all = x->all_runs;
	return x->runs;
}

size_t executions_count_unsolved(const struct executions *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->nnodes; i++) {
		const struct execution *e = executions_of(x, i);

		n += e && e->function->state != BLOCKS_SOLVED;
	}
	return n;
}

char *executions_note(const struct executions *x)
{
	const char *why = x->left_out ? x->left_out : "the others do not count them";

	if (x->refused)
		return NULL;
	if (x->runs == x->all_runs)
		return note_of_files(x->p);
	return gp_format("instructions are those of %zu of %zu merged profiles, calls of all: %s",
			 x->runs, x->all_runs, why);
}

const char *executions_why_open(const struct executions *x)
{
	if (x->p->sum)
		return "some of the merged profiles lack these counts";
	if (x->interruptions.times)
		return "a signal handler or a cancelled thread left the code in the middle, or the "
		       "chosen part of the run begins or ends in it";
	return "optimisation removed their counters, or their function's counts do not determine "
	       "them";
}

const struct execution *executions_of(const struct executions *x, uint32_t node)
{
	return node >= x->nnodes || x->of_node[node] == GP_NONE ? NULL
								 : &x->items[x->of_node[node]];
}

bool executions_at(const struct executions *x, uint32_t object, uint64_t address,
		   struct block_count *count)
{
	const struct block_stretch *s = object < x->nblocks ? blocks_at(&x->blocks[object], address)
							: NULL;

	if (!s)
		return false;
	*count = count_of(x, &x->blocks[object], s->unknown);
	return true;
}

bool executions_branch(const struct executions *x, uint32_t object, uint64_t address,
		       struct block_count *reached, struct block_count *taken)
{
	const struct blocks *b = object < x->nblocks ? &x->blocks[object] : NULL;
	const struct block_branch *branch = b ? blocks_branch_at(b, address) : NULL;

	if (!branch)
		return false;
	*reached = count_of(x, b, b->stretches[branch->stretch].unknown);
	*taken = count_of(x, b, branch->taken);
	return true;
}

void executions_release(struct executions *x)
{
	for (size_t i = 0; i < x->nblocks; i++)
		blocks_release(&x->blocks[i]);
	free(x->blocks);
	for (size_t i = 0; x->bounds && i < x->p->nprofiles; i++)
		snapshot_bounds_release(&x->bounds[i]);
	free(x->bounds);
	free(x->of_node);
	free(x->items);
	free(x->functions);
	memset(x, 0, sizeof *x);
}
