/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * coverage.h - the lines of source files with their executions, their functions with calls, and
 * their branches, for reports of coverage.
 *
 *	coverage_init()     of a result with executions
 *	reads
 *	coverage_release()
 *
 * Each line listed has code; a line with a count of 0 never ran.  Inlined code counts at the line
 * where it was written.  Lines that may have run or not are in a list of their own.  Branches with
 * bounds, and functions that are unsolved or have no line, are counted and left out.
 *
 * Cost: executed_walk(), a look-up of each instruction's line, and sorting.
 */
#ifndef GPROF_ANALYSIS_COVERAGE_H
#define GPROF_ANALYSIS_COVERAGE_H

#include "analysis/result.h"
#include "base/path.h"

struct coverage_line {
	uint32_t file; /* position in coverage.files */
	uint32_t line; /* from 1 */
	int64_t count; /* of its most frequent instruction, over copies; of bounds the likely
			  value, or the lower */
	int64_t most;  /* at most so often: 'count' may rest on an assumption */
	int64_t begun; /* of 'count': of functions that are defined there, inlined or not */
	const char *function; /* that it was written in, by its linkage name; NULL: not known */
	bool chosen;   /* code of some function that is chosen has it */
};

struct coverage_function {
	uint32_t file, line; /* of its definition; if that has no executions, its first line that
				has: readers want such a one */
	uint32_t node;
	int64_t calls; /* or executions where it was inlined, if it was called nowhere */
};

/* A conditional branch in the machine code; several may be of one line. */
struct coverage_branch {
	uint32_t file, line;
	uint64_t address;      /* in its object's file */
	int64_t taken, passed; /* how often it was taken, and not */
	bool told;             /* it leads to a case of a switch that is there too */
};

/* A case of a switch: where control goes on from there. */
struct coverage_case {
	uint32_t file, line; /* of the switch */
	uint32_t to;         /* line of the case; 0: not known */
	uint64_t owner;      /* cases of one switch have the same */
	int64_t count;       /* times it came from the switch */
};

struct coverage {
	struct path_numbers files; /* the program's debug information's, or the sum's */
	struct coverage_line *lines; /* by file and line */
	size_t nlines, lines_room;
	struct coverage_function *functions; /* the same */
	size_t nfunctions, functions_room;
	struct coverage_branch *branches; /* the same, and by address */
	size_t nbranches, branches_room;
	struct coverage_case *cases; /* by file, line, owner, 'to' */
	size_t ncases, cases_room;
	struct coverage_line *open; /* lines that may have run or not, by file and line */
	size_t nopen, open_room;
	size_t unsolved;  /* functions without lines, as their executions are not known */
	size_t nameless;  /* functions without a line of their own */
	size_t beside;    /* functions that never ran, on lines that others executed: a lambda's */
	size_t lineless;  /* functions with one, of whose lines no executions are known */
};

void coverage_init(struct coverage *c, const struct result *r);
void coverage_release(struct coverage *c);

/* The reason for which a program has no lines, with the remedy. */
const char *coverage_why_none(const struct program *p);

#endif
