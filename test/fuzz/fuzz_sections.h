/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_sections.h - the program that all targets use, with sections more: those of a target
 * whose input is debug information, which the program has none of.
 */
#ifndef GPROF_TEST_FUZZ_SECTIONS_H
#define GPROF_TEST_FUZZ_SECTIONS_H

#include <stddef.h>
#include <stdint.h>

#define FUZZ_SECTIONS 16 /* at most */

struct fuzz_section {
	const char *name;
	const void *bytes;
	size_t size;    /* of the bytes */
	uint64_t flags; /* SHF_* */
};

/* The path of the file 'program' with 'added' behind its own sections; the same path at the
   next call, with the file overwritten. */
const char *fuzz_with_sections(const char *program, const struct fuzz_section *added, size_t n);

#endif
