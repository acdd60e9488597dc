/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * packed.h - the bytes of a packed function (struct gprof_cg_compact), which docs/format.md
 * describes.
 *
 *	packed_init(), packed_site() as often as there are sites, packed_release()
 *
 * Any bytes may be read.  What is wrong with them is in 'wrong' afterwards, as the end of a
 * sentence; then numbers are 0.
 */
#ifndef GPROF_BINARY_PACKED_H
#define GPROF_BINARY_PACKED_H

#include <gprof-llvm/format.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A site as it is kept: what it refers to is read when it is asked for. */
struct cg_stored {
	uint32_t callee, inlined; /* where in the record the field is; 0: none */
	uint32_t file;       /* the same, or STORED_FILE_MODULE */
	uint32_t type;       /* where in the record the hash is; 0: none */
	uint32_t counter;    /* word in the function's run, or GPROF_NO_COUNTER */
	uint32_t line;       /* 0 unknown */
	uint8_t kind, flags; /* enum gprof_site_kind, GPROF_SITE_* */
};
#define STORED_FILE_MODULE 1u /* no field is there */

struct packed {
	const unsigned char *record;
	uint32_t size;       /* bytes of the record */
	uint32_t at;         /* the byte to be read */
	uint32_t cell;       /* the number of a cell to be read */
	uint32_t ncells;     /* that are left */
	uint32_t nrefs, used; /* refs in all, and the first that was not used */
	uint32_t types[GPROF_PACKED_TYPES]; /* where the first hashes are */
	uint32_t ntypes;
	uint32_t nsites, ncounters;
	uint32_t line;       /* of the function; then of the site before */
	uint32_t counter;    /* the word that a cell's counter is counted from */
	uint32_t next;       /* the word that the next counter is, if none is said */
	uint32_t inlined, file; /* of the function (file) or of the site before */
	uint32_t type;       /* where the function's hash is; 0: none */
	const char *wrong;   /* NULL: nothing */
};

/* 'size' is at least the size of the struct.  'file', 'line' and 'type' are the function's then. */
void packed_init(struct packed *p, const unsigned char *record, uint32_t size);
void packed_site(struct packed *p, struct cg_stored *to);
void packed_release(struct packed *p);

/* The site at 'offset' of a record that is not packed; what refers to nothing is 0 there too. */
struct cg_stored unpacked_site(const unsigned char *record, uint32_t offset);

#endif
