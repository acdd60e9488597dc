/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_sum.c - merged profiles in place of a binary and its profiles; see args.h.
 */
#include "command/args.h"
#include "merge/collect.h"

#include <stdlib.h>
#include <string.h>

static bool any_sum(const struct report_arguments *a)
{
	for (size_t i = 0; i < a->wanted.npaths; i++)
		if (sum_is_file(a->wanted.paths[i]))
			return true;
	return sum_is_file(a->binary);
}

/* What a merged profile cannot tell, for it keeps no addresses and no moments. */
static const char *impossible(const struct report_arguments *a)
{
	const struct window *w = &a->wanted.window;

	if (a->report.thread || a->wanted.one_process || a->sections.tree_threads)
		return "a thread or process";
	if (w->phase || w->outside || w->dump || w->all_time || a->sections.phases)
		return "a part of a run";
	if (a->sections.targets)
		return "the possible targets of calls by pointer";
	return NULL;
}

static int open_sums(struct report_arguments *a, struct gp_error *e)
{
	bool binary = !sum_is_file(a->binary);
	const char **paths = gp_alloc(a->wanted.npaths + 1, sizeof *paths);
	struct collection c = { .paths = paths, .binaries = &a->binary, .nbinaries = binary,
				.files = a->files, .notes = stderr };
	int rc;

	if (!binary)
		paths[c.npaths++] = a->binary;
	for (size_t i = 0; i < a->wanted.npaths; i++)
		paths[c.npaths++] = a->wanted.paths[i];
	a->sum = gp_alloc(1, sizeof *a->sum);
	sum_init(a->sum);
	rc = sum_collect(a->sum, &c, e);
	free(paths);
	return rc;
}

int args_open(struct report_arguments *a, struct program *p, struct gp_error *e)
{
	if (!any_sum(a))
		return program_open(p, a->binary, e);
	program_init(p);
	if (impossible(a))
		return gp_fail(e, "a merged profile has no record of %s: name the original "
				  "profiles",
			       impossible(a));
	return open_sums(a, e);
}

void args_release(struct report_arguments *a)
{
	choice_release(&a->choice);
	cutting_release(&a->cutting);
	measured_release(&a->measured);
	targets_release(&a->targets);
	class_sum_release(&a->classes);
	grouping_release(&a->grouping);
	if (a->sum)
		sum_release(a->sum);
	free(a->sum);
	free(a->wanted.paths);
}
