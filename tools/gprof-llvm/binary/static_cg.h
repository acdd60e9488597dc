/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * static_cg.h - the static call graph of a link unit, parsed from memory.
 *
 * Input is the list of sections by ascending address; self-relative fields
 * may lead from any section into any other.  Every field is checked before it
 * is used; an error names the section and the offset of the record.
 *
 *	static_cg_parse(), any reads, static_cg_release()
 *
 * Strings point into the sections, which must live as long; paths of source files that have
 * several spellings are replaced by the one of base/path.h.  Call sites, of which there
 * are millions in a large program, are checked by static_cg_parse(), and unpacked where any
 * are packed; what they refer to is read each time they are asked for.  An object file (.o) or
 * `ld -r` output has several sections of one name: all are read; counters are then numbered
 * within theirs.
 */
#ifndef GPROF_BINARY_STATIC_CG_H
#define GPROF_BINARY_STATIC_CG_H

#include "binary/elfobj.h"
#include "binary/packed.h"

#include <gprof-llvm/format.h>

struct cg_site {
	const char *callee;   /* linkage name, or NULL */
	uint64_t callee_word; /* GPROF_SITE_BY_COUNTER: address of the entry
				 counter; else 0 */
	uint32_t counter;     /* word in the function's run, or GPROF_NO_COUNTER */
	uint32_t line;        /* 0 unknown */
	uint8_t kind, flags;  /* enum gprof_site_kind, GPROF_SITE_* */
	const char *inlined;  /* function it was written in, or NULL */
	const char *file;     /* its source file, or NULL */
	uint64_t type_hash;
};

struct cg_function {
	const char *name;    /* linkage name */
	const char *file;    /* or NULL */
	uint32_t line;
	uint32_t flags;      /* GPROF_FN_* */
	uint64_t counters;   /* address of the entry counter, 0: none */
	uint32_t ncounters;  /* words */
	uint32_t module;     /* position in modules, or GP_NONE */
	uint32_t first_site; /* its first one's number among the sites of all functions */
	uint32_t nsites;
	uint64_t record;     /* address of the record */
	const unsigned char *bytes; /* of the record */
	const unsigned char *lines;  /* struct gprof_lines; NULL: none */
	uint64_t lines_at;   /* its address */
	uint64_t text;       /* address of the function, 0: no gprof_fn entry */
	uint64_t type_hash;
};

/* The lines that the code of a function was written at: blocks/line_marks.c reads the bytes. */
struct cg_lines {
	uint32_t nfunctions;
	const unsigned char *bytes;
	size_t nbytes;
};

struct cg_lines_function {
	const char *name; /* linkage name, or NULL */
	const char *file; /* or NULL */
	uint32_t line;    /* of its definition, 0 unknown */
};

struct cg_module {
	const char *source, *options, *producer; /* "" when not recorded */
	const char *file; /* source file of most functions, or NULL */
	uint32_t flags; /* GPROF_MOD_* */
	uint64_t record;
};

/* Where strings are. */
struct cg_strings {
	const struct elf_section *section;
	uint64_t end; /* bytes of it that end with a NUL */
};

/* A counter of one copy of the code, whose counts another counter has for all copies. */
struct cg_copy {
	uint32_t word, of; /* positions in gprof_cnt */
};

struct static_cg {
	struct cg_function *functions; /* by ascending address of their record */
	size_t nfunctions, functions_room;
	struct cg_stored *sites; /* of all functions; NULL: none of them is packed */
	size_t nsites, sites_room;
	struct cg_module *modules;
	size_t nmodules, modules_room;
	struct cg_copy *copies;
	size_t ncopies, copies_room;
	uint64_t counters, ncounters; /* address and words of gprof_cnt */
	bool has_fn; /* there is a gprof_fn section */
	bool scattered; /* there are several gprof_cnt sections: no linker's work */
	const struct elf_section *sections; /* borrowed, by address */
	size_t nsections;
	struct cg_strings strings; /* that one was last found in */
	struct gp_map path_at; /* address of a source file's path that is not plain -> paths */
	char **paths;          /* the plain ones (base/path.h); owned */
	size_t npaths, paths_room;
};

int static_cg_parse(struct static_cg *cg, const struct elf_section *sections, size_t nsections,
		    struct gp_error *e);
void static_cg_release(struct static_cg *cg);

/* Adds to each counter of gprof_cnt the counters of its copies. */
void static_cg_add_copies(const struct static_cg *cg, uint64_t *words);

/* The file that was compiled to it, as it was given; "": not known. */
const char *static_cg_source(const struct static_cg *cg, const struct cg_function *f);

/* Call site i of a function; O(1) where all strings are in one section. */
struct cg_site static_cg_site(const struct static_cg *cg, const struct cg_function *f, uint32_t i);

/* nfunctions 0: nothing is written of it.  The functions are numbered from 0 on, the first is
   the one that the record is of. */
struct cg_lines static_cg_lines(const struct cg_function *f);
struct cg_lines_function static_cg_lines_function(const struct static_cg *cg,
						  const struct cg_function *f, uint32_t i);

/* The call site with a number among the sites of all functions; O(log functions). */
struct cg_site static_cg_site_numbered(const struct static_cg *cg, uint32_t number);

#endif
