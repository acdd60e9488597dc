/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * insides.h - in which function of a library the time of a row is: a row of uninstrumented
 * code stands for the function that the program called and for the library code below it.
 *
 *	insides_add()   each sample, with the row that it is own time of
 *	insides_end()   names the function with most of it in each row's struct function
 *
 * Only symbols that cover a sample are named: a stripped library keeps those that it exports.
 */
#ifndef GPROF_PROGRAM_INSIDES_H
#define GPROF_PROGRAM_INSIDES_H

#include "program/program.h"

struct inside {
	uint32_t row;
	const struct elf_symbol *symbol;
	double weight;
};

struct insides {
	struct gp_map at; /* (row and object, address of the symbol) -> items */
	struct inside *items;
	size_t n, room;
};

void insides_add(struct insides *x, const struct program *p, uint32_t row,
		 const struct spot *spot);
void insides_end(struct insides *x, struct program *p);

#endif
