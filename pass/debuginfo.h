/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * debuginfo.h - source positions, from debug info where there is any.
 */
#ifndef GPROF_PASS_DEBUGINFO_H
#define GPROF_PASS_DEBUGINFO_H

#include "module.h"

struct position {
	uint32_t line;  /* 0 unknown */
	char *file;     /* path, absolute when the compiler knew it, or NULL; owned */
	char *inlined;  /* linkage name of the function the line belongs to, when
			   that was inlined here; else NULL; owned */
};

/* Both fill '*at' completely; position_release() after use. */
void position_of_function(LLVMValueRef f, struct position *at);
void position_of_call(LLVMValueRef call, struct position *at); /* NULL: nowhere */
void position_release(struct position *at);

#endif
