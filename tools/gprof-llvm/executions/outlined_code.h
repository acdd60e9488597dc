/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * outlined_code.h - code that the compiler moved out of functions (struct block_outlined), as far
 * as one of them runs it.
 *
 * An instruction there has the executions of all functions that share it.  Here they are divided by
 * function.  Cost: O(its stretches).
 */
#ifndef GPROF_EXECUTIONS_OUTLINED_CODE_H
#define GPROF_EXECUTIONS_OUTLINED_CODE_H

#include "executions/executions.h"

/* Calls 'each' for the code of a node in an object, once for each call of it. */
void outlined_walk(const struct executions *x, uint32_t object, uint32_t node,
		   void (*each)(void *context, uint64_t start, uint64_t end,
				struct block_count count), void *context);

/* Executions by a node of the instruction at an address; false: it is not such code. */
bool outlined_at(const struct executions *x, uint32_t object, uint32_t node, uint64_t address,
		 struct block_count *count);

#endif
