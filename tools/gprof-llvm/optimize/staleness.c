/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * staleness.c - see staleness.h.
 */
#include "optimize/staleness.h"

#include <stdlib.h>
#include <string.h>

/* The object that the build is a later one of. */
static uint32_t object_of(const struct program *p, const char *build)
{
	for (size_t i = 0; i < p->nobjects; i++)
		if (p->objects[i].present && p->objects[i].instrumented &&
		    !strcmp(gp_basename(p->objects[i].elf.path), gp_basename(build)))
			return i;
	return 0;
}

static int64_t executions_of_blocks(const struct sample_profile *s, const struct sample_context *c)
{
	int64_t sum = 0;

	for (size_t i = 0; i < c->n; i++)
		if (s->counts[c->first + i].object == GP_NONE)
			gp_add(&sum, s->counts[c->first + i].executions);
	return sum;
}

/* The functions of an object, with the executions of all their copies. */
static void find_functions(struct staleness *t, const struct sample_profile *s, uint32_t object)
{
	struct gp_map at_guid = { 0 };

	for (size_t i = 0; i < s->ncontexts; i++) {
		const struct probed_function *f = s->contexts[i].function;
		int64_t executions = executions_of_blocks(s, &s->contexts[i]);
		uint32_t *at;
		int created;

		if (!executions || !probed_function(&s->probes[object], f->guid))
			continue;
		at = gp_map_put(&at_guid, f->guid, 0, &created);
		if (created) {
			*at = t->n;
			gp_push(t->items, t->n, t->room)->function = f;
		}
		gp_add(&t->items[*at].executions, executions);
		gp_add(&t->executions, executions);
	}
	gp_map_release(&at_guid);
}

static void compare(struct staleness *t, const struct pseudo_probes *now)
{
	for (size_t i = 0; i < t->n; i++) {
		struct stale_function *f = &t->items[i];
		const struct probed_function *is = probed_function(now, f->function->guid);

		f->gone = !is;
		f->stale = !is || !probed_function_is(now, is, f->function->hash);
		t->stale += f->stale;
		if (f->stale)
			gp_add(&t->lost, f->executions);
	}
}

static size_t count_added(const struct pseudo_probes *then, const struct pseudo_probes *now)
{
	size_t n = 0;

	for (size_t i = 0; i < now->nfunctions; i++)
		if ((!i || now->functions[i].guid != now->functions[i - 1].guid) &&
		    !probed_function(then, now->functions[i].guid))
			n++;
	return n;
}

static int by_loss(const void *x, const void *y, void *unused)
{
	const struct stale_function *a = x, *b = y;

	(void)unused;
	if (a->stale != b->stale)
		return a->stale ? -1 : 1;
	if (a->executions != b->executions)
		return a->executions > b->executions ? -1 : 1;
	return a->function->guid < b->function->guid ? -1 :
	       a->function->guid > b->function->guid;
}

int staleness_init(struct staleness *t, const struct sample_profile *s, const char *build,
		   struct gp_error *e)
{
	uint32_t object = object_of(s->p, build);
	struct pseudo_probes now;
	struct elfobj o;
	int rc;

	*t = (struct staleness){ 0 };
	if (elfobj_open(&o, build, e) < 0)
		return -1;
	rc = probed_functions_init(&now, &o, e);
	if (rc == 0 && !now.nfunctions)
		rc = gp_fail(e, "'%s' has no pseudo-probes to compare with: compile it with "
			     "-fpseudo-probe-for-profiling", build);
	if (rc == 0) {
		find_functions(t, s, object);
		compare(t, &now);
		t->added = count_added(&s->probes[object], &now);
		gp_sort(t->items, t->n, sizeof *t->items, by_loss, NULL);
	}
	pseudo_probes_release(&now);
	elfobj_close(&o);
	return rc;
}

void staleness_release(struct staleness *t)
{
	free(t->items);
	*t = (struct staleness){ 0 };
}
