/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inner_functions.h - the functions inside a library that a row's time is in.  A row of
 * uninstrumented code has the time of the function that the program called and of the library code
 * below it.
 *
 *	inner_functions_add()   each sample, with the row whose own time it is
 *	inner_functions_end()   names the function with most time in each row's struct function
 *
 * Only symbols that cover a sample are named: a stripped library keeps the symbols that it exports.
 */
#ifndef GPROF_SAMPLES_INNER_FUNCTIONS_H
#define GPROF_SAMPLES_INNER_FUNCTIONS_H

#include "program/program.h"

struct inner_function {
	uint32_t row;
	const struct elf_symbol *symbol;
	double weight;
};

struct inner_functions {
	struct gp_map at; /* (row and object, address of the symbol) -> items */
	struct inner_function *items;
	size_t n, room;
};

void inner_functions_add(struct inner_functions *x, const struct program *p, uint32_t row,
			 const struct resolved_sample *sample);
void inner_functions_end(struct inner_functions *x, struct program *p);

#endif
