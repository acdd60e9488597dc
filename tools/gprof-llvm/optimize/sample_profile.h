/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_profile.h - executions as LLVM's sample profile has them, from which clang, rustc and
 * other compilers of LLVM optimise a program: -fprofile-sample-use.
 *
 *	sample_profile_init(), reads, sample_profile_release()
 *
 * By pseudo-probes: for each function the executions of its blocks and calls, the functions that
 * its calls led to, the copies inlined in it, and the hash of its control flow, by which the
 * compiler sees that a function has changed since.  Copies of the same code add up.
 *
 * A context is a function, or one inlined at a site of a context.  Contexts form trees: a root is a
 * function by itself.  sample_text.h and sample_binary.h write them.
 *
 * Static functions that share a name have one place in a profile, with one hash.  The first in the
 * file has it; others are left out.
 *
 * LLVM reads numbers of probes up to LARGEST_PROBE; those above it are left out.
 *
 * Cost: decodes functions with calls (executions/probe_targets.h); a look-up for each probe;
 * sorting of counts and contexts.
 */
#ifndef GPROF_OPTIMIZE_SAMPLE_PROFILE_H
#define GPROF_OPTIMIZE_SAMPLE_PROFILE_H

#include "analysis/result.h"
#include "binary/pseudo_probes.h"
#include "executions/exact.h"

#include <stdio.h>

#define LARGEST_PROBE 0xffff

struct sample_context {
	const struct probed_function *function;
	uint32_t parent;  /* position in contexts, before its own; or GP_NONE */
	uint32_t site;    /* number of the call's probe in the parent */
	int64_t total;    /* executions of its probes and of what is inlined in it */
	size_t first, n;  /* of its counts */
	uint32_t inlined, next; /* its first inlined context, the next one of its parent's; or
				   GP_NONE; of those that ran */
};

/* A copy of a probe. */
struct probe_count {
	uint32_t context, number;
	int64_t executions;
	bool open;        /* they may be 0 or more */
	uint32_t object;  /* of the call that the probe is of, or GP_NONE: */
	uint64_t address; /* of a block */
};

/* Executions of a block or a call, of all copies in a context. */
struct sample_count {
	uint32_t number;
	int64_t executions;
	size_t first, n; /* of its copies in counts */
};

/* A callee of a call, and one of the cells that its calls were counted in. */
struct sample_callee {
	const char *name;
	uint64_t cell;
	int64_t calls;
};

/* Of a function: the executions of all its blocks in the code are known; the code has its first
   block. */
enum { SAMPLE_KNOWN = 1, SAMPLE_ENTRY = 2 };

struct sample_profile {
	const struct result *r;
	const struct program *p;
	struct pseudo_probes *probes; /* of the objects */
	struct gp_map contexts_at;    /* (parent and site, guid) -> contexts */
	struct sample_context *contexts;
	size_t ncontexts, contexts_room;
	struct probe_count *counts;   /* by context and number */
	size_t ncounts, counts_room;
	struct probe_targets targets; /* of calls */
	struct gp_names entries;      /* linkage name -> the first node of that name */
	int64_t *heads;               /* by node: entries of all nodes of its name, own code */
	uint32_t *roots;              /* contexts that ran, by name */
	size_t nroots, unknown;       /* functions without known executions */
	struct gp_map known;          /* guid -> SAMPLE_* */
	size_t twins;                 /* functions that are left out for their name */
};

/* Of a result with NEED_EXECUTIONS and call sites.  -1: 'e' says why: the program does not count
   blocks, or has no probes.  To be released in either case. */
int sample_profile_init(struct sample_profile *s, const struct result *r, struct gp_error *e);
void sample_profile_release(struct sample_profile *s);

/* Writes a line for each kind of functions that the profile lacks. */
void sample_profile_note(const struct sample_profile *s, FILE *notes);

/* How often a root was entered. */
int64_t sample_profile_head(const struct sample_profile *s, const struct sample_context *root);

/* The context after one within its root: what is inlined in a context follows it; or GP_NONE. */
uint32_t sample_context_next(const struct sample_profile *s, uint32_t root, uint32_t at);

/* The linkage names, sorted, of the functions of which the code has the first block, and the
   executions of all blocks in it are known; in *n how many.  The caller frees them, each and
   all. */
char **sample_profile_known(const struct sample_profile *s, size_t *n);

/* The next count of a context, by number; false: none is left.  '*at' begins as 0. */
bool sample_count_next(const struct sample_profile *s, const struct sample_context *c, size_t *at,
		       struct sample_count *count);

/* Those that ran, most calls first, and in *n how many; the caller frees them. */
struct sample_callee *sample_callees(const struct sample_profile *s,
				     const struct sample_count *count, size_t *n);

#endif
