/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print_classes.c BINARY - the class of every instruction of every function with a
 * symbol, one a line: its address, hexadecimal, and the class's letter.
 */
#include "analysis/classes.h"
#include "join/join.h"

#include <inttypes.h>
#include <stdio.h>

static void print(const struct class_function *f)
{
	for (size_t i = 0; f && i < f->n; i++)
		printf("%" PRIx64 " %c\n", f->start + f->insns[i].offset,
		       classes_letter(f->insns[i].class));
}

int main(int argc, char **argv)
{
	struct join_options options = { 0 };
	struct classes classes;
	struct program p;
	struct gp_error e;

	if (argc != 2 || program_open(&p, argv[1], &e) < 0) {
		fprintf(stderr, "%s\n", argc == 2 ? e.text : "one binary is needed");
		return 2;
	}
	program_join(&p, &options);
	classes_init(&classes, &p);
	for (size_t i = 0; i < p.objects[0].elf.nsymbols; i++)
		print(classes_of_function(&classes, 0, p.objects[0].elf.symbols[i].address));
	classes_release(&classes);
	program_close(&p);
	return 0;
}
