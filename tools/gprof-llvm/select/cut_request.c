/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut_request.c - see cut_request.h.
 */
#include "select/cut_request.h"
#include "select/pattern.h"

#include <stdlib.h>
#include <string.h>

#define IS_CALLER 1u
#define IS_CALLEE 2u

void cut_request_add(struct cut_request *c, const char *text)
{
	*gp_push(c->texts, c->n, c->room) = text;
}

void cut_request_copy(struct cut_request *c, const struct cut_request *asked)
{
	for (size_t i = 0; i < asked->n; i++)
		cut_request_add(c, asked->texts[i]);
	c->most = asked->most;
}

int cut_request_check(const char *text, struct gp_error *e)
{
	const char *slash = strchr(text, '/');

	if (!slash || strchr(slash + 1, '/'))
		return gp_fail(e, "invalid value '%s' for --cut: expected CALLER/CALLEE, names or "
			       "globs, one may be empty", text);
	return 0;
}

static int cut_marked(struct cut_request *c, struct program *p, const uint8_t *marks,
		      const char *text, struct gp_error *e)
{
	struct graph *g = &p->graph;
	bool any = false;

	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];

		if (!(marks[a->from] & IS_CALLER) || !(marks[a->to] & IS_CALLEE))
			continue;
		cut_arc(&c->cuts, g, i);
		any = true;
	}
	return any ? 0 : gp_fail(e, "--cut '%s' matches no arc of the profile", text);
}

static int cut_asked(struct cut_request *c, struct program *p, const char *text, struct gp_error *e)
{
	const char *slash = strchr(text, '/');
	char *caller;
	uint8_t *marks;
	size_t found;
	int rc;

	marks = gp_alloc(p->graph.nnodes, sizeof *marks);
	caller = gp_format("%.*s", (int)(slash - text), text);
	rc = pattern_mark(caller, p, marks, IS_CALLER, &found, e);
	if (rc == 0)
		rc = pattern_mark(slash + 1, p, marks, IS_CALLEE, &found, e);
	if (rc == 0)
		rc = cut_marked(c, p, marks, text, e);
	free(caller);
	free(marks);
	return rc;
}

int cut_request_apply(struct cut_request *c, struct program *p, enum closing closing,
		      struct gp_error *e)
{
	for (size_t i = 0; i < c->n; i++)
		if (cut_asked(c, p, c->texts[i], e) < 0)
			return -1;
	if (c->cuts.n)
		graph_find_cycles(&p->graph, closing);
	if (c->most)
		cut_cycles(&c->cuts, &p->graph, closing, c->most);
	return 0;
}

void cut_request_release(struct cut_request *c)
{
	cuts_release(&c->cuts);
	free(c->texts);
	memset(c, 0, sizeof *c);
}
