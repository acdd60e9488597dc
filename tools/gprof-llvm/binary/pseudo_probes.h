/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pseudo_probes.h - the pseudo-probes of an object: where the blocks and calls of the source's
 * functions are in its code, as clang -fpseudo-probe-for-profiling leaves them in the sections
 * .pseudo_probe_desc (functions) and .pseudo_probe (probes).
 *
 *	pseudo_probes_init(), any reads, pseudo_probes_release()
 *
 * A body is a function's own code or an inlined copy of it.  Bodies form trees: the body that an
 * inlined copy is in is its parent, and the probe of the call there is its site.  A probe has the
 * address of the next instruction, the number that its block or call has in the function, and may
 * be in the file several times, as code is copied.
 *
 * Static functions of two files share a name, and so a guid, if both files were compiled by the
 * same relative path, each in its own folder, or without unique names.  Linkers keep the hash of
 * the first alone.  Bodies are in the order of the files, as the functions' records are.
 *
 * Source of the format: LLVM's MCPseudoProbe.h and docs/design/export.md.
 *
 * Cost: O(bytes of the sections), a look-up for each function; sorts the functions.  Any bytes may
 * be read.
 */
#ifndef GPROF_BINARY_PSEUDO_PROBES_H
#define GPROF_BINARY_PSEUDO_PROBES_H

#include "binary/elfobj.h"
#include "binary/static_cg.h"

enum pseudo_probe_kind { PROBE_BLOCK, PROBE_INDIRECT_CALL, PROBE_DIRECT_CALL };

struct probed_function {
	uint64_t guid;    /* of its name */
	uint64_t hash;    /* of its control flow before optimisation */
	const char *name; /* linkage name; not terminated */
	size_t length;    /* of the name, bytes */
};

struct probed_body {
	uint64_t guid;   /* of the function */
	uint32_t parent; /* position in bodies, or GP_NONE: it is not inlined */
	uint32_t site;   /* number of the call's probe in the parent */
	uint32_t twin;   /* functions of its name that are before it in the file: 0 unless static
			    ones share a name; GP_NONE: its function is not known.  Of a body
			    that is not inlined */
};

struct pseudo_probe {
	uint64_t address; /* in the object's file */
	uint32_t body;    /* position in bodies */
	uint32_t number;  /* in the function, from 1 */
	uint8_t kind;     /* enum pseudo_probe_kind */
};

struct pseudo_probes {
	struct probed_function *functions; /* by guid; one may have several hashes */
	size_t nfunctions, functions_room;
	struct probed_body *bodies; /* a parent is before what is inlined in it */
	size_t nbodies, bodies_room;
	struct pseudo_probe *items; /* as the file has them */
	size_t n, room;
};

/* Empty if the object has no such sections; -1: a section is damaged, and 'e' says which.  Probes
   of functions that 'cg' lacks are left out: LLVM 17 and later give distances from the start of a
   function, whose symbol may have been stripped. */
int pseudo_probes_init(struct pseudo_probes *p, const struct elfobj *o,
		       const struct static_cg *cg, struct gp_error *e);

/* The functions alone. */
int probed_functions_init(struct pseudo_probes *p, const struct elfobj *o, struct gp_error *e);

/* The function of a guid, or NULL.  Of several with one name it is the first in the file. */
const struct probed_function *probed_function(const struct pseudo_probes *p, uint64_t guid);

/* Returns true if the function that probed_function() found, or another of its name, has the
   hash. */
bool probed_function_is(const struct pseudo_probes *p, const struct probed_function *f,
			uint64_t hash);

void pseudo_probes_release(struct pseudo_probes *p);

#endif
