/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * json_times.h - members that few functions have in JSON: "quantiles", the lengths of their calls,
 * and "memory", their allocations; and members of few runs, "waits", "io"
 * and "events".
 */
#ifndef GPROF_EXPORT_JSON_TIMES_H
#define GPROF_EXPORT_JSON_TIMES_H

#include "writer/writer.h"
#include "text/js.h"

/* Of functions that were measured, by node; 'functions': ids of nodes in the list. */
struct json_times {
	const struct timings *timings;
	const uint32_t *functions;
	struct timings all; /* over callers; owned */
};

void json_times_init(struct json_times *t, const struct program *p, const uint32_t *functions);

/* Adds the member to a function's object, if there are lengths. */
void json_times_add(const struct json_times *t, json_t *function, uint32_t node);

void json_times_release(struct json_times *t);

/* The locks and files that threads waited for; NULL if no thread was seen waiting.  'functions':
   positions in the list of functions, of nodes; NULL if the nodes are groups. */
json_t *json_waits(const struct result *r, const uint32_t *functions);

struct json_memory {
	const struct allocated **of; /* by node; NULL: it has allocated nothing; owned */
	bool part; /* of a run: the peak is not known */
};

void json_memory_init(struct json_memory *m, const struct program *p);

/* Adds the member to a function's object, if it has allocated. */
void json_memory_add(const struct json_memory *m, json_t *function, uint32_t node);

void json_memory_release(struct json_memory *m);

/* The sums; NULL: no allocations were counted. */
json_t *json_memory_sum(const struct program *p);

/* Reads and writes; NULL: they were not counted.  'functions' as of json_waits(). */
json_t *json_io(const struct program *p, const uint32_t *functions);

/* Events such as page faults; NULL: none were sampled.  The same. */
json_t *json_events(const struct program *p, const uint32_t *functions);

#endif
