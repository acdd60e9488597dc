/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * debuginfo.h - source positions, from debug info where there is any.
 */
#ifndef GPROF_PASS_DEBUGINFO_H
#define GPROF_PASS_DEBUGINFO_H

#include "module.h"

/* Both fill '*at' completely; position_release() after use. */
void position_of_function(LLVMValueRef f, struct position *at);
void position_of_call(LLVMValueRef call, struct position *at); /* NULL: nowhere */
/* Of a definition; 'inlined' is its name. */
/* The subprogram a scope lies in, or NULL. */
LLVMMetadataRef position_subprogram(LLVMContextRef context, LLVMMetadataRef scope);

void position_of_subprogram(LLVMContextRef context, LLVMMetadataRef subprogram,
			    struct position *at);
void position_release(struct position *at);

#endif
