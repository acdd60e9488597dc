/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * image.h - what the drop-in for GNU gprof wants of the program: its symbols in the
 * order of the file, each with the class that nm gives it, and its code.  ELF files
 * of either width and byte order, read with libelf.
 *
 *	gnu_image_open(), reads, gnu_image_close()
 *
 * All pointers live until gnu_image_close().
 */
#ifndef GNU_IMAGE_H
#define GNU_IMAGE_H

#include "gmon/gmon.h"

struct gnu_elf_symbol {
	const char *name;
	uint64_t address;
	uint64_t size;  /* bytes; 0: unknown */
	char class;     /* 'T' global code or weak, 't' local code, 0 anything else */
	bool local;     /* binding */
	bool function;  /* STT_FUNC; an ifunc is none */
	bool code;      /* lies in an executable section */
};

/* An executable section. */
struct gnu_code {
	const char *name;
	uint64_t address;
	uint64_t size;  /* bytes that are in the file */
	uint64_t entry; /* bytes of one entry of a table (.plt), 0: not known */
	const unsigned char *bytes;
};

struct gnu_image {
	const char *path; /* as given; borrowed */
	int fd;
	void *elf;        /* Elf * */
	void *dwarf;      /* Dwarf *, opened by where.c when wanted */
	bool relocatable; /* an object file: all sections start at 0 */
	struct gmon_target target;
	unsigned machine; /* EM_* */
	uint64_t text, text_end; /* section .text, end exclusive */
	struct gnu_elf_symbol *symbols; /* of .symtab, in its order */
	size_t nsymbols, symbols_room;
	const char *strings_end; /* of the table that their names are in */
	struct gnu_elf_symbol *dynamic; /* functions of .dynsym */
	size_t ndynamic, dynamic_room;
	struct gnu_code *codes; /* in the order of the file */
	size_t ncodes, codes_room;
};

int gnu_image_open(struct gnu_image *image, const char *path, struct gp_error *e);
void gnu_image_close(struct gnu_image *image);

/* The executable section that has bytes at an address, or NULL. */
const struct gnu_code *gnu_image_code(const struct gnu_image *image, uint64_t address);

#endif
