/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * copies.h - the copies of functions that a function's code consists of: struct written_function.
 *
 *	copies_of_marks()   before all others: f->written.functions, and the copy of each mark
 *	copies_find()       one more, if it is not there yet; copies_at() by a location
 *	inlined_copies_release()    the index alone
 *
 * Cost: O(1) for each.
 */
#ifndef GPROF_PASS_COPIES_H
#define GPROF_PASS_COPIES_H

#include "module.h"

struct inlined_copies {
	const struct module *m;
	struct written *written;
	uint32_t *slots; /* by hash: number of a copy + 1; owned */
	uint32_t nslots; /* a power of 2 */
	bool failed;     /* memory is out */
};

void copies_of_marks(struct inlined_copies *c, struct function *f);

/* 'inlined' NULL: the code's own. */
uint32_t copies_find(struct inlined_copies *c, LLVMValueRef subprogram, LLVMMetadataRef inlined);

/* The copy that an instruction at a location is of; WRITTEN_NOWHERE: of none. */
uint32_t copies_at(struct inlined_copies *c, LLVMMetadataRef location);
void inlined_copies_release(struct inlined_copies *c);

#endif
