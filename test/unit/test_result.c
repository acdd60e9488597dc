/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_result.c PROFILE BINARY - results share nothing: one that is made while another lives is
 * what it is alone, and so is the other.  Nothing can be added to a finished one.
 */
#include "analysis/result.h"
#include "program/resolve.h"
#include "unit.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static struct profiles_wanted wanted;

/* All times and calls of a result, in the order of its nodes and arcs. */
struct figures {
	double *of;
	size_t n, room;
};

static struct figures figures_of(const struct result *r)
{
	const struct graph *g = &r->program->graph;
	struct figures f = { 0 };

	for (size_t i = 0; i < g->nnodes; i++) {
		*gp_push(f.of, f.n, f.room) = g->nodes[i].self;
		*gp_push(f.of, f.n, f.room) = g->nodes[i].child;
		*gp_push(f.of, f.n, f.room) = g->nodes[i].entries;
	}
	for (size_t i = 0; i < g->narcs; i++) {
		*gp_push(f.of, f.n, f.room) = g->arcs[i].self;
		*gp_push(f.of, f.n, f.room) = g->arcs[i].child;
		*gp_push(f.of, f.n, f.room) = g->arcs[i].count;
	}
	return f;
}

static bool are_equal(const struct figures *a, const struct figures *b)
{
	return a->n == b->n && !memcmp(a->of, b->of, a->n * sizeof *a->of);
}

static struct request requests[] = {
	{ .attribution = ATTRIBUTION_GPROF },
	{ .attribution = ATTRIBUTION_MEASURED, .needs = NEED_PLACES | NEED_SITES },
	{ .attribution = ATTRIBUTION_GPROF, .join = { .time = TIME_WALL, .arcs = STATIC_OFF } },
	{ .attribution = ATTRIBUTION_BY_STACKS, .needs = NEED_CLASSES | NEED_CALLEES },
};
#define REQUESTS (sizeof requests / sizeof *requests)

static void make(struct result *r, const struct request *q)
{
	struct gp_error e = { "" };

	CHECK(result_make(r, q, &e) == 0, "%s", e.text);
}

static void test_two(const struct figures *alone)
{
	for (size_t i = 0; i < REQUESTS; i++) {
		for (size_t k = 0; k < REQUESTS; k++) {
			struct figures first, second;
			struct result a, b;

			make(&a, &requests[i]);
			make(&b, &requests[k]);
			first = figures_of(&a);
			second = figures_of(&b);
			CHECK(are_equal(&first, &alone[i]), "%zu before %zu", i, k);
			CHECK(are_equal(&second, &alone[k]), "%zu after %zu", k, i);
			free(second.of);
			result_release(&a);
			second = figures_of(&b); /* whoever goes first */
			CHECK(are_equal(&second, &alone[k]), "%zu without %zu", k, i);
			result_release(&b);
			free(first.of);
			free(second.of);
		}
	}
}

static void test_again(const struct figures *alone)
{
	struct gp_error e = { "" };
	struct result r;

	make(&r, &requests[0]);
	for (size_t i = 0; i < REQUESTS; i++) {
		struct figures f;

		CHECK(result_again(&r, &requests[i], &e) == 0, "%s", e.text);
		f = figures_of(&r);
		CHECK(are_equal(&f, &alone[i]), "%zu again", i);
		free(f.of);
	}
	result_release(&r);
}

/* How the tool ends that adds something to a result. */
static int add_to(const struct result *r, bool arc)
{
	struct graph *g = (struct graph *)&r->program->graph;
	int status = 0;
	pid_t child = fork();

	if (!child) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){ 0 });
		close(STDERR_FILENO);
		if (arc)
			graph_arc(g, g->nnodes - 1, g->nnodes - 1, 1, 0);
		else
			program_node((struct program *)r->program, "new", GP_NONE, 0);
		_exit(0);
	}
	waitpid(child, &status, 0);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void test_frozen(void)
{
	struct result r;

	make(&r, &requests[0]);
	CHECK(r.program->graph.nnodes, "it has functions");
	CHECK(add_to(&r, false) == SIGABRT, "a node was added");
	CHECK(add_to(&r, true) == SIGABRT, "an arc was added");
	result_release(&r);
}

int main(int argc, char **argv)
{
	struct figures alone[REQUESTS];

	if (argc != 3)
		return 2;
	wanted = (struct profiles_wanted){ .paths = &argv[1], .npaths = 1 };
	for (size_t i = 0; i < REQUESTS; i++) {
		struct result r;

		requests[i].binary = argv[2];
		requests[i].wanted = wanted;
		make(&r, &requests[i]);
		alone[i] = figures_of(&r);
		result_release(&r);
	}
	CHECK(!are_equal(&alone[0], &alone[1]), "the requests differ");
	test_two(alone);
	test_again(alone);
	test_frozen();
	for (size_t i = 0; i < REQUESTS; i++)
		free(alone[i].of);
	return unit_end();
}
