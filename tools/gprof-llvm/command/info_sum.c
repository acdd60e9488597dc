/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * info_sum.c - what `gprof-llvm info` says of a merged profile.
 */
#include "command/info_sum.h"
#include "merge/sum.h"
#include "text/escape.h"

static uint64_t calls_of(const struct sum *s)
{
	uint64_t calls = 0;

	for (size_t i = 0; i < s->nruns; i++)
		gp_count_up(&calls, s->runs[i].calls);
	return calls;
}

static void print_builds(const struct sum *s, size_t module)
{
	for (size_t i = 0; i < s->nbuilds; i++)
		if (s->builds[i].module == module)
			gprint("    build-id %s, %llu profiles\n",
			       s->builds[i].id ? s->strings[s->builds[i].id] : "none",
			       (unsigned long long)s->builds[i].profiles);
}

/* What was executed, of the profiles that say it. */
static void print_executed(const struct sum *s)
{
	size_t known = 0;

	for (size_t i = 0; i < s->ncounted; i++)
		known += !s->counted[i].why;
	if (s->ncounted)
		gprint("  executions by %zu profiles: of %zu functions, %zu lines of functions, "
		       "%zu branches\n", known, s->nexecutions, s->nlines, s->nbranches);
}

int info_sum(const char *path, struct gp_error *e)
{
	struct sum s;

	if (sum_read(&s, path, e) < 0)
		return -1;
	gprint("%s: %zu profiles merged\n", path, s.nruns);
	gprint("  %zu functions, %zu arcs, %zu call sites, %zu stacks\n", s.nnodes, s.narcs,
	       s.nsites, s.ncontexts);
	gprint("  %llu calls of instrumented functions, %llu samples of CPU time\n",
	       (unsigned long long)calls_of(&s),
	       (unsigned long long)s.total.sample_totals[0].samples);
	print_executed(&s);
	for (size_t i = 0; i < s.nmodules; i++) {
		gprint("  module %s%s%s\n", s.strings[s.modules[i].path],
		       s.modules[i].flags & SUM_MODULE_MAIN ? ", executable" : "",
		       s.modules[i].flags & SUM_MODULE_INSTRUMENTED ? ", instrumented" : "");
		print_builds(&s, i);
	}
	sum_release(&s);
	return 0;
}
