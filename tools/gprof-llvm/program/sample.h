/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample.h - the samples of a program (program.h) as samples/ fills them in: by place, in sums, and
 * those whose stack is truncated.
 */
#ifndef GPROF_PROGRAM_SAMPLE_H
#define GPROF_PROGRAM_SAMPLE_H

#include <gprof-llvm/format.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Samples at one address in one stack, with the function and object of the address. */
struct resolved_sample {
	uint32_t object;  /* position in program.objects, or GP_NONE */
	uint32_t node;    /* of the code sampled */
	uint64_t address; /* in the object's file; run-time if there is none */
	uint32_t context; /* it ran below, or GP_NONE */
	uint32_t flags;   /* GPROF_SAMPLE_* */
	uint32_t thread;  /* number in the program, or GP_NONE: not known */
	uint32_t call;    /* of program.calls that it is in, or GP_NONE */
	uint64_t samples; /* it was seen in; 0: they are shared out */
	double weight;    /* its time */
	double below;     /* its time in stacks: with the time of samples without a stack */
	bool known;       /* from a merged profile: object and address are not there, but: */
	uint32_t entered; /* node whose symbol covers it, if it is in a row; or GP_NONE */
};

struct resolved_samples {
	struct resolved_sample *items;
	size_t n, room;
	uint64_t given; /* samples without a stack whose time others have */
};

/* Sums over the samples of one kind. */
struct sample_totals {
	uint64_t samples;
	uint64_t stacked; /* of them: with a stack */
	uint64_t without_stack;    /* of them: no stack was taken, to save time */
	uint64_t truncated; /* of them: the stack is not whole */
	double weight;    /* weight */
	double kernel;    /* of it: in the kernel */
	double squares;   /* of the random part of the weights (strata.h) */
	double chance;    /* of the weights */
};

/* Truncated stacks that ended in one place for one reason. */
struct truncation {
	uint32_t object;      /* of the outermost frame: position in objects, or GP_NONE */
	enum gprof_ended why;
	const char *function; /* its linkage name, or NULL: not known */
	uint64_t address;     /* without a function: in the object's file; else 0 */
	uint64_t samples;
	double weight;        /* their weight in stacks */
};

#endif
