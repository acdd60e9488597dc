/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * data.h - the block of data of a page: JSON by columns; docs/json.md describes it.
 *
 *	data_write()
 *
 * Functions have the numbers that they have in docs/json.md: positions among those chosen.
 */
#ifndef GPROF_PAGE_DATA_H
#define GPROF_PAGE_DATA_H

#include "base/path.h"
#include "executions/exact.h"
#include "histogram/run_intervals.h"
#include "page/page.h"
#include "text/js.h"

#define PAGE_VERSION 2
#define PAGE_FUNCTIONS 250000  /* at most, but for functions with time */
#define PAGE_THREADS 64        /* whose instructions are solved, each alone, at most */
#define PAGE_SOURCE 16000000   /* bytes of text, about */

struct page_data {
	const struct page *page;
	const struct result *result;
	const struct program *program;
	struct js_writer json;
	uint32_t *ids;        /* of nodes: number of the function; GP_NONE: not chosen; owned */
	uint32_t *nodes;      /* of functions; owned */
	size_t n;             /* functions */
	struct {
		size_t functions, arcs; /* no time is of them */
		uint64_t calls, most_calls; /* of all these functions, of one */
	} too_many;           /* functions and arcs beyond the limits */
	char **names;         /* of nodes, as people read them; owned */
	char **brief;         /* the same without parameters; owned */
	uint32_t *arcs;       /* of the graph: those that are shown; owned */
	size_t narcs;
	const struct call_site **sites; /* of these arcs; owned */
	size_t nsites;
	struct path_numbers files; /* of the source */
	struct run_intervals intervals;
	bool timed;           /* it is known what was sampled when */
	char *no_intervals;   /* why it is not, if that is a fault; owned; or NULL */
	struct inclusive *paths;  /* instructions along calls; owned; NULL: there are none */
	uint32_t *way_of;     /* by sample: row of source_ways; owned; NULL without lines */
};

void data_write(const struct page *page, FILE *out);

/* functions.c: columns of functions, arcs and sites. */
void data_put_functions(struct page_data *d);
void data_put_arcs(struct page_data *d);
void data_put_cycles(struct page_data *d);

/* inlined.c: what has much of a function's time, inlined in it. */
void data_put_inlined(struct page_data *d);

/* source.c: annotated lines and the text of sources. */
void data_put_source(struct page_data *d);

/* code.c: instructions beside these lines. */
void data_put_code(struct page_data *d);

/* memory.c: blocks of functions; nothing, if none were counted. */
void data_put_memory(struct page_data *d);

/* io.c: reads and writes, the same. */
void data_put_io(struct page_data *d);

/* events.c: page faults and other events, the same. */
void data_put_events(struct page_data *d);

/* time.c: what was sampled between snapshots. */
void data_find_intervals(struct page_data *d);
void data_put_intervals(struct page_data *d);

/* stacks.c: the tree of calls and its samples; after these. */
void data_put_stacks(struct page_data *d);

/* instructions.c: executions, in a page of instructions; or NULL. */
const struct executions *data_executions(const struct page_data *d);

/* instructions.c: those along calls, with the columns that functions and arcs have of them. */
void data_find_paths(struct page_data *d);
void data_put_executed(struct page_data *d);
/* Those of a thread, of program_thread(), as members of 'to'. */
void data_put_thread_executed(struct page_data *d, const struct program_profile *l, uint32_t thread,
			      json_t *to);
void data_put_function_paths(struct page_data *d);
void data_put_arc_paths(struct page_data *d);
void data_put_paths(struct page_data *d);
void data_release_paths(struct page_data *d);

/* graph.c: the call dependency graph, laid out. */
void data_put_graph(struct page_data *d);

/* baseline.c: the same functions in other runs. */
void data_put_baseline(struct page_data *d);

/* Position of a path among the files, -1 for none. */
int64_t data_file(struct page_data *d, const char *path);

/* Number of a node's function, -1 for none. */
static inline int64_t data_id(const struct page_data *d, uint32_t node)
{
	bool none = node >= d->program->graph.nnodes || d->ids[node] == GP_NONE;

	return none ? -1 : (int64_t)d->ids[node];
}

#endif
