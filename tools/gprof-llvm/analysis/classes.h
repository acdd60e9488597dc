/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * classes.h - the time of a program by kind of code, and the function charged, as the
 * execution analyzer EPLEA classified it (Power, IBM Systems Journal 22(3), 1983).
 *
 *	classes_init()      after program_join() of profiles (not of a merged one), with
 *			    join_options.resolved_samples
 *	classes_of_sample(), classes_of_function(), classes_sum()
 *	classes_release()   before program_close()
 *
 * X, P and C are distinguished by instruction: of each function that is asked about all
 * instructions are decoded once and kept, 8 bytes each.  Cost: O(instructions) of the
 * functions asked about, more than a million a second; then O(log instructions).
 *
 * L and S are charged to the instrumented function whose call led there, and to that call.
 *
 * docs/design/classes.md has the reasons.
 */
#ifndef GPROF_ANALYSIS_CLASSES_H
#define GPROF_ANALYSIS_CLASSES_H

#include "code/class.h"
#include "program/program.h"

/* Whose a sample is, and where in it. */
struct class_place {
	uint32_t node;    /* a function with a record; where none is known the row of the
			     code itself, as in the flat profile */
	uint32_t object;  /* position in program.objects, or GP_NONE */
	uint64_t address; /* in the object's file: of the code, or for code below the function
			     within the call instruction that led there */
	bool below;       /* the latter */
};

struct class_times {
	struct weight of[CLASS_COUNT];
};

/* The effect of an instruction of class C, other than moving values. */
enum class_role {
	ROLE_NONE,
	ROLE_CALL,   /* it calls, a jump out of the function too */
	ROLE_RETURN,
};

struct class_function {
	uint64_t start, end; /* of its code, end exclusive */
	bool unwinds;        /* CFI covers it: P is known as far as CFI says it */
	size_t n;
	struct class_insn {
		uint32_t offset; /* from start; ascending */
		uint8_t class;
		uint8_t role;    /* enum class_role */
	} *insns;
};

struct class_object; /* classes.c */

struct classes {
	const struct program *p;
	struct class_object *objects; /* of p->objects; filled in on demand */
};

void classes_init(struct classes *c, const struct program *p);
void classes_release(struct classes *c);

/* "X", and in words. */
char classes_letter(enum code_class class);
const char *classes_text(enum code_class class);

/* All instructions of the function (or the split-off part of one) that covers the
   address; NULL: no such function, or no decoder for the processor.  Valid until
   classes_release(). */
const struct class_function *classes_of_function(struct classes *c, uint32_t object,
						 uint64_t address);

/* The class of a sample, and in *at the node that it is charged to. */
enum code_class classes_of_sample(struct classes *c, const struct resolved_sample *sample,
				  struct class_place *at);

/*
 * The times of all samples by the node they are charged to, with the monitor's time that is in no
 * sample (program.own).  The rest of program.total was not sampled and has no class.
 */
struct class_sum {
	struct class_times *nodes; /* of p->graph */
	struct class_times all;
	double no_frame;  /* in functions that no unwind table covers: P is too low, X too
			     high */
	double no_code;   /* in functions that cannot be decoded: all is X */
	double no_caller; /* weight of L, S and C that no instrumented function is known to have
			     asked for */
};

void classes_sum(struct classes *c, struct class_sum *sum);
void class_sum_release(struct class_sum *sum);

/* weight of all classes. */
double class_times_total(const struct class_times *t);

#endif
