/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lines.h - makes tables of lines readable to libdw.
 *
 * A discriminator distinguishes several blocks of one line. libdw has 24 bits for it, and refuses
 * the whole table of a unit that has a larger one. clang writes larger ones with
 * -fpseudo-probe-for-profiling (the number of a call's probe), and with -fdebug-info-for-profiling
 * (how often code was copied).  Nothing here reads them: such ones are made 0, in memory.
 *
 * Cost: linear in the section.
 */
#ifndef GPROF_BINARY_LINES_H
#define GPROF_BINARY_LINES_H

#include "base/bytes.h"

#include <libelf.h>
#include <stdbool.h>

/* 'elf' is libdw's, which maps it privately: before it reads the first line. */
void lines_mend(Elf *elf);

/* Calls 'table' with each unit's table, from its version on, up to the first that is not whole;
   'offset_size': bytes of an offset in it. */
void lines_walk(Elf *elf, void (*table)(void *context, struct bytes r, size_t offset_size),
		void *context);

/* A section of debug information with that name, not compressed; nothing if it is absent. */
struct bytes lines_section(Elf *elf, const char *name);

enum lines_state {
	LINES_NONE,   /* the file has no .debug_line */
	LINES_LOCKED, /* it has one, but some section of .debug_* is damaged, or compressed in a
			 way that libelf does not know */
	LINES_PLAIN,
};

enum lines_state lines_state(Elf *elf);

#endif
