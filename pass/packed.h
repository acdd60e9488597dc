/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * packed.h - a function's record before it has a place: what struct gprof_cg_compact refers
 * to, and its bytes (docs/format.md).
 *
 *	packed_put(), any reads, packed_release()
 */
#ifndef GPROF_PASS_PACKED_H
#define GPROF_PASS_PACKED_H

#include "module.h"

struct packed {
	LLVMValueRef *refs; /* each once; owned */
	uint8_t *bytes;     /* owned */
	uint32_t nrefs, refs_room;
	uint32_t n, room;
	bool failed;        /* memory is out, or there are too many refs */
};

/* All of 'f' after the part before the refs, padded to whole words; 'lines' is the first ref unless
   it is NULL.  -1: failed. */
int packed_put(struct packed *p, const struct module *m, const struct function *f,
	       LLVMValueRef lines);
void packed_release(struct packed *p);

#endif
