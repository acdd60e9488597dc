/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum.h - a merged profile: what any number of profiles count, by name.
 *
 * Functions are matched by module, linkage name and, for static ones, source file
 * (match_statics.h); call sites by caller and callee; stacks by the functions in them.  So profiles
 * of several hosts and builds add up, and no binary is needed afterwards.
 *
 *	sum_init()
 *	sum_add_program()    adds a program after program_build_graph()
 *	sum_merge()     adds another sum
 *	sum_read(), sum_write()
 *	sum_to_program()    makes it a program, ready for program_derive()
 *	sum_release() after that program is closed
 *
 * Memory is that of the distinct functions, arcs and stacks, not of the profiles,
 * but for 300 bytes a profile that say what it was.
 *
 * docs/design/merging.md has the reasons.
 */
#ifndef GPROF_MERGE_SUM_H
#define GPROF_MERGE_SUM_H

#include "blocks/blocks.h"
#include "merge/sum_format.h"
#include "program/join_options.h"
#include "program/program.h"

#include <stdio.h>

#define SUM_ARRAY(type, name)                                                                      \
	struct type *name;                                                                         \
	size_t n##name, name##_room

struct sum {
	char **strings;
	size_t nstrings, strings_room;
	struct gp_names string_at;
	struct sum_total total;
	SUM_ARRAY(sum_module, modules);
	SUM_ARRAY(sum_build, builds);
	SUM_ARRAY(sum_node, nodes);
	SUM_ARRAY(sum_arc, arcs);
	SUM_ARRAY(sum_site, sites);
	SUM_ARRAY(sum_context, contexts);
	SUM_ARRAY(sum_sample, samples);
	SUM_ARRAY(sum_pair, tails);
	SUM_ARRAY(sum_pair, callbacks);
	SUM_ARRAY(sum_pair, callers);
	SUM_ARRAY(sum_run, runs);
	SUM_ARRAY(sum_price, prices);
	SUM_ARRAY(sum_thread, threads);
	SUM_ARRAY(sum_counted, counted);
	SUM_ARRAY(sum_execution, executions);
	SUM_ARRAY(sum_count, counts);
	SUM_ARRAY(sum_written, written);
	SUM_ARRAY(sum_line, lines);
	SUM_ARRAY(sum_branch, branches);
	SUM_ARRAY(sum_case, cases);
	struct timings timings; /* lengths of calls, by nodes of this sum */
	struct allocations allocations; /* blocks, the same */
	struct block_tree block_tree;   /* by calls, the same */
	struct io io; /* reads and writes, the same */
	/* Both where it is read or written; else empty. */
	SUM_ARRAY(sum_timing, timed);
	SUM_ARRAY(sum_range, ranges);
	SUM_ARRAY(sum_longest, longest);
	SUM_ARRAY(sum_allocated, allocated);
	SUM_ARRAY(sum_heaps, heaps);
	SUM_ARRAY(sum_block_call, block_calls);
	SUM_ARRAY(sum_block_tree, block_trees);
	SUM_ARRAY(sum_io_file, io_files);
	SUM_ARRAY(sum_io_calls, io_calls);
	SUM_ARRAY(sum_io, io_sums);
	/* Keys -> positions, of the arrays above. */
	struct gp_map node_at, arc_at, site_at, context_at, sample_at;
	struct gp_map tail_at, callback_at, caller_at;
	struct gp_map execution_at, count_at, written_at, line_at, branch_at;
	struct gp_map switch_at, case_at; /* places of cases -> the first of them; that, case */
};

void sum_init(struct sum *s);
void sum_release(struct sum *s);

/* Where something of a program is in a sum. */
struct sum_positions {
	const uint32_t *nodes; /* of program.graph.nodes */
	const uint32_t *builds; /* of program.objects; SUM_NONE: it has none */
	uint32_t run;          /* the profile, if the program has one only */
};

/* Who finds out what was executed: it takes more than names and counts, so
   executions/sum_executions.h has it. */
struct sum_solver {
	/* True if the code of a program counts it: then profiles are taken one by one. */
	bool (*counts_blocks)(const struct program *p);
	/* Puts what the one profile of a program says into a sum. */
	void (*add)(struct sum *s, const struct program *p, const struct sum_positions *t);
};

/* Of the profiles in a program that was gathered with TIME_WALL, or TIME_LOCK, and sites; 'solver'
   may be NULL. */
void sum_add_program(struct sum *s, struct program *p, const struct sum_solver *solver);

/* Adds 'from'; a line on functions without a match in other builds goes to 'notes'. */
void sum_merge(struct sum *s, const struct sum *from, FILE *notes);

/* Fills an empty program from the sum, and borrows from it. */
void sum_to_program(const struct sum *s, struct program *p, const struct join_options *options);

/* Returns true if the file begins like a sum. */
bool sum_is_file(const char *path);

int sum_read(struct sum *s, const char *path, struct gp_error *e);
/* Reads from memory; the error does not name the file. */
int sum_parse(struct sum *s, const void *memory, size_t size, struct gp_error *e);
int sum_write(const struct sum *s, FILE *out);

/* keyed_records.c: the record of a key, made if it is not there. */
uint32_t sum_string(struct sum *s, const char *text);
uint32_t sum_node(struct sum *s, const struct sum_node *key, bool *created);
uint32_t sum_arc(struct sum *s, uint32_t from, uint32_t to, uint64_t count, uint32_t flags);
void sum_site(struct sum *s, uint32_t arc, uint32_t line, uint32_t file, uint64_t calls);
uint32_t sum_context(struct sum *s, const struct sum_context *key);
void sum_sample(struct sum *s, const struct sum_sample *sample);
void sum_tail(struct sum *s, uint32_t from, uint32_t to);
void sum_callback(struct sum *s, uint32_t function, uint32_t external);
void sum_caller(struct sum *s, uint32_t function, uint32_t module);
void sum_total(struct sum_total *to, const struct sum_total *from);
uint32_t sum_module(struct sum *s, const char *path, uint32_t flags, uint32_t ordinal);
uint32_t sum_build(struct sum *s, uint32_t module, uint32_t id, uint64_t profiles);

/* execution_records.c: the same for executions.  Counts of functions are of solved runs. */
void sum_execution(struct sum *s, const struct sum_execution *from);
uint32_t sum_written(struct sum *s, const struct sum_written *key);
void sum_line(struct sum *s, const struct sum_line *key, struct block_count count,
	      struct block_count insns);
void sum_branch(struct sum *s, const struct sum_branch *key, struct block_count reached,
		struct block_count taken);
/* 'key' has how many runs are in the count. */
void sum_case(struct sum *s, const struct sum_case *key, struct block_count count);
/* Forgets counts that no line, no branch and no case has any more. */
void sum_tidy_counts(struct sum *s);
struct sum_count sum_count(struct block_count count);
struct block_count sum_count_of(const struct sum_count *count);
bool sum_executed_is_sound(const struct sum *s);

/* sum_timings.c: adds lengths of calls; nodes: of 'from', in 'to'.  And between them and their
   tables: unpack is false if these are unsound. */
void sum_timings(struct timings *to, const struct timings *from, const uint32_t *nodes);
void sum_timings_pack(struct sum *s);
bool sum_timings_unpack(struct sum *s);
void sum_timings_release(struct sum *s);

/* sum_memory.c: the same for blocks. */
void sum_memory(struct allocations *to, const struct allocations *from, const uint32_t *nodes);
void sum_memory_pack(struct sum *s);
bool sum_memory_unpack(struct sum *s);
void sum_memory_release(struct sum *s);

/* sum_blocks.c: the same for the calls around them; before sum_memory(), to whose sums 'before'
   belongs, and 'all' to those of 'from'. */
void sum_blocks(struct block_tree *to, const struct allocations *before,
		const struct block_tree *from, const struct allocations *all,
		const uint32_t *nodes);
void sum_blocks_pack(struct sum *s);
bool sum_blocks_unpack(struct sum *s);
void sum_blocks_release(struct sum *s);

/* sum_io.c: the same for reads and writes; forget frees their tables. */
void sum_io(struct io *to, const struct io *from, const uint32_t *nodes);
void sum_io_forget(struct sum *s);
void sum_io_release(struct sum *s);
/* io_tables.c */
void sum_io_pack(struct sum *s);
bool sum_io_unpack(struct sum *s);

/* match_nodes.c: the nodes of 's' that static functions of 'from', whose modules are 'modules'
   there, are; SUM_NONE: none.  To be freed. */
uint32_t *sum_match(const struct sum *s, const struct sum *from, const uint32_t *modules);
/* In a node's 'where' the file that was compiled; "": not known. */
const char *sum_compiled(const char *where);

/* The name by which builds of a module are known: libraries without version. */
char *sum_module_name(const char *path, uint32_t flags);

#endif
