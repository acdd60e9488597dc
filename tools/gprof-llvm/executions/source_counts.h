/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * source_counts.h - executions of places in the source, for each function whose code has the
 * place: all that can be known of executions without the code.
 *
 *	source_counts_init()     of executions that are not refused
 *	reads
 *	source_counts_release()
 *
 * Lines have executions (inlined_copies.h) and machine instructions.  Where code was inlined, each
 * level has the executions at its own line; the instructions belong to the outermost level, in the
 * function whose code it is.
 *
 * Cost: executed_walk_all(), with a look-up of each instruction; of a merged profile O(lines).
 */
#ifndef GPROF_EXECUTIONS_SOURCE_COUNTS_H
#define GPROF_EXECUTIONS_SOURCE_COUNTS_H

#include "base/path.h"
#include "executions/branch_targets.h"

/* Code of it was inlined somewhere. */
struct source_function {
	const char *linkage; /* name for the linker, else the name */
	const char *file;    /* of the definition, NULL: not known */
	uint32_t line;
};

struct line_count {
	uint32_t node;     /* whose code it is */
	uint32_t function; /* position in functions: inlined there; GP_NONE: the node's own, or
			      it is not known which */
	uint32_t file;     /* position in files, GP_NONE: not known */
	uint32_t line;     /* 0: not known */
	bool near;         /* code near the line, which has none: inline_scopes_at(); or that aligns
			      other code */
	struct block_count count; /* executions; none if it is near or not known */
	struct block_count insns; /* instructions, without the profiler's */
};

/* A conditional branch with a line. */
struct branch_count {
	uint32_t node, function, file, line; /* as of a line */
	uint32_t build;   /* position in program.objects, or in the sum's builds */
	uint64_t address; /* in its file */
	struct block_count reached, taken;
	enum branch_source told; /* how reports say where it leads */
};

/* A case of a switch, or a way of a condition (branch_targets.h). */
struct case_count {
	uint32_t node, function, file, line; /* of the switch, as of a line */
	uint32_t to; /* line of the case; 0: not known */
	enum branch_source kind;
	struct block_count count;
};

struct source_counts {
	struct path_numbers files; /* the program's or the sum's */
	struct source_function *functions;
	size_t nfunctions, functions_room;
	struct line_count *lines;
	size_t nlines, lines_room;
	struct branch_count *branches;
	size_t nbranches, branches_room;
	struct case_count *cases; /* by kind; of a switch together, by 'to' */
	size_t ncases, cases_room;
};

void source_counts_init(struct source_counts *placed, const struct executions *x);

/* Returns true if a line of the code has executions. */
static inline bool source_counts_has_line(const struct line_count *line)
{
	return !line->near && line->line && line->file != GP_NONE;
}

void source_counts_release(struct source_counts *placed);

#endif
