/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inner_functions.h - in which function of a library the time of a row is: a row of uninstrumented
 * code stands for the function that the program called and for the library code below it.
 *
 *	inner_functions_add()   each sample, with the row that it is own time of
 *	inner_functions_end()   names the function with most of it in each row's struct function
 *
 * Only symbols that cover a sample are named: a stripped library keeps those that it exports.
 */
#ifndef GPROF_PROGRAM_INNER_FUNCTIONS_H
#define GPROF_PROGRAM_INNER_FUNCTIONS_H

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
