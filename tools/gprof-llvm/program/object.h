/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * object.h - one loaded object (executable, shared object) of the program
 * profiled: its file, its static call graph, and the tables by which program.c
 * finds its functions.
 *
 *	object_open() or object_absent(), reads, object_close()
 */
#ifndef GPROF_PROGRAM_OBJECT_H
#define GPROF_PROGRAM_OBJECT_H

#include "base/keyed_sort.h"
#include "binary/debug.h"
#include "binary/static_cg.h"

#include <stdbool.h>

struct extent {
	uint64_t start, end; /* addresses in the file, end exclusive */
	uint32_t node;
};

/* True if an object has something that is looked for when first asked. */
enum object_has { OBJECT_UNASKED, OBJECT_WITH, OBJECT_WITHOUT };

struct object {
	char *path;
	const char *name;   /* last component of path */
	bool present;       /* elf and cg are filled in */
	bool instrumented;  /* has static records */
	bool hashed;        /* content_hash is filled in */
	uint64_t content_hash;
	bool changed;       /* the file is another one than was profiled */
	bool uncounted;     /* the same, and it had counts */
	enum object_has wrappers; /* functions for --wrap (build_arcs.c) */
	bool unattached;    /* its functions have counters, which no runtime took over */
	struct elfobj elf;
	struct static_cg cg;
	uint64_t *words;    /* gprof_cnt, sum over all blocks; cg.ncounters; NULL: there
				are none */
	bool lent;          /* they are the words of the only block, in its profile */
	uint32_t *nodes;    /* of cg.functions; GP_NONE: not in the program */
	struct numbered_item *counters; /* addresses of entry counters and of the cells of calls by
					pointer, ascending, with their node */
	size_t ncounters, counters_room;
	struct gp_names by_name;     /* records not local -> node */
	struct gp_names local_names; /* other records -> node */
	struct gp_names resolved;    /* names called from here -> node */
	struct gp_map resolved_at;   /* the same by the address of the name in memory, until
					program_derive() */
	struct gp_map by_symbol;     /* address of a function without record -> node */
	struct extent *extents;      /* of functions with record, ascending */
	size_t nextents, extents_room;
	struct debug *debug;         /* opened when first asked for, or NULL */
	bool debug_tried;
	uint32_t row; /* node of time in no function, or GP_NONE */
};

/* Opens a file; -1 if it is not an ELF file, or its static sections are damaged. */
int object_open(struct object *o, const char *path, struct gp_error *e);

/* Its debug information, or NULL. */
struct debug *object_debug(struct object *o, const struct files *f);

/* Names of a stripped object's functions from its debug file, if there is one; a debug
   file of another build is an error, but the object remains as it is. */
int object_find_names(struct object *o, const struct files *f, struct gp_error *e);

/* An object without a file: the vdso, or one that has gone.  m: the module, or NULL. */
void object_absent(struct object *o, const char *path, const struct gprof_module *m);

/* Returns true if the file is the one that a profile's module was loaded from: by
   build-id, else by content hash, else (not instrumented) by path. */
bool object_is_module(struct object *o, const struct gprof_module *m);

/* Returns true if the file at a path is. */
bool object_is_at(const char *path, const struct gprof_module *m);

/* The file that a module of a profile was loaded from: where it was, or beside the profile,
   which may have been moved here with its program, or by build-id; to be freed, or NULL. */
char *object_find(const struct files *f, const struct gprof_module *m, const char *profile);

/* As struct gprof_module has it, 0 if not instrumented; the first call reads all of
   gprof_cg. */
uint64_t object_content_hash(struct object *o);

/* Says that the static call graph's records are not looked at for now: see elfobj_unload(). */
void object_unload(const struct object *o);

/* The same from time to time, for code that goes through all functions and has come to this one. */
void object_passed(const struct object *o, size_t function);

/* Adds the counters of a block to the sums.  Those of the first are read where they are, which
   must stay until object_reset(). */
void object_count(struct object *o, const uint64_t *words);

/* Sums, to be changed; zeros if nothing was added. */
uint64_t *object_own_words(struct object *o);

/* Sums of the counters of a function, its entry counter first; NULL: nothing was counted. */
uint64_t *object_run(const struct object *o, const struct cg_function *f);

/* The code of the function, or of a part of one, that covers an address; false: none does. */
bool object_extent(const struct object *o, uint64_t address, uint64_t *start, uint64_t *end);

/* The node of the function with a record that covers the address, or GP_NONE. */
uint32_t object_function_at(const struct object *o, uint64_t address);

/* Fails: nothing in the file is instrumented. */
int object_bare(const char *path, struct gp_error *e);

/* Fails: it is not instrumented, and no run of it has left a profile. */
int object_unprofiled(const char *path, struct gp_error *e);

/* Returns true if the plugin compiled some of it, but not main(), with which the runtime comes, and
   it needs no library that is the runtime: its runs leave no profile. */
bool object_lacks_runtime(const struct object *o);

/* Forgets counts and nodes, as after object_open(). */
void object_reset(struct object *o);

void object_close(struct object *o);

#endif
