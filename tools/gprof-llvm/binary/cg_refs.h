/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cg_refs.h - what records of the static call graph refer to: for static_cg.c, which says when
 * each may be called.
 */
#ifndef GPROF_BINARY_CG_REFS_H
#define GPROF_BINARY_CG_REFS_H

#include "binary/static_cg.h"

/* Section that holds 'size' bytes at an address, or NULL. */
const struct elf_section *cg_section_of(const struct static_cg *cg, uint64_t address,
					uint64_t size);

/* Address meant by a field; 0: none. */
uint64_t cg_target(uint64_t field, gprof_rel value);

/* The section that holds the string at an address. */
struct cg_strings cg_strings_of(const struct static_cg *cg, uint64_t address);

/* NULL: it is not there. */
const char *cg_string_in(const struct cg_strings *strings, uint64_t address);

/* Of a checked site; looked at again all the same, for sections may overlap. */
const char *cg_string_at(const struct static_cg *cg, uint64_t address);

/* Remembers the one spelling of a source file's path, by the address of another; gives it. */
void cg_know_path(struct static_cg *cg, uint64_t address, const char *path);
const char *cg_known_path(const struct static_cg *cg, uint64_t address, const char *path);

/* The same for the files that the n functions of checked lines were written in. */
void cg_know_lines_paths(struct static_cg *cg, const struct cg_function *f, uint32_t n);

#endif
