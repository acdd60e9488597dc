/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlined_copies.h - the inlined copies that make up a function's code: struct inlined_copy.
 *
 *	inlined_copies_of_marks()   first: f->line_marks.functions, and the copy of each mark
 *	inlined_copies_add()        adds a copy unless it exists
 *	inlined_copies_at()         the same by a location
 *	inlined_copies_release()    the index alone
 *
 * Cost: O(1) for each.
 */
#ifndef GPROF_PASS_INLINED_COPIES_H
#define GPROF_PASS_INLINED_COPIES_H

#include "module.h"

struct inlined_copies {
	const struct module *m;
	struct line_marks *line_marks;
	uint32_t *slots; /* by hash: number of a copy + 1; owned */
	uint32_t nslots; /* a power of 2 */
	bool failed;     /* memory is out */
};

void inlined_copies_of_marks(struct inlined_copies *c, struct function *f);

/* 'inlined' NULL: the code's own. */
uint32_t inlined_copies_add(struct inlined_copies *c, LLVMValueRef subprogram,
			    LLVMMetadataRef inlined);

/* The copy that an instruction at a location is of; WRITTEN_NOWHERE: of none. */
uint32_t inlined_copies_at(struct inlined_copies *c, LLVMMetadataRef location);
void inlined_copies_release(struct inlined_copies *c);

#endif
