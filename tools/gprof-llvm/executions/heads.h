/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * heads.h - the heads of endless loops: lines of which all code is the jump back at the end of a
 * round.  Such a line is executed when a round begins, so it has the executions of what the jump
 * leads to; `continue` is a jump there as well, from a line after it.
 *
 *	heads_count()      for each jump that is always taken, in the order of their addresses
 *	heads_release()
 *
 * A zeroed struct is an empty table.
 */
#ifndef GPROF_EXECUTIONS_HEADS_H
#define GPROF_EXECUTIONS_HEADS_H

#include "executions/executed.h"

struct heads {
	struct gp_map continues; /* (object, stretch's start) -> jumps to it from behind */
};

/* What a jump says of its line's executions.  'to_line': of the end of the stretch that it leads
   to, in the same function; the first instructions may be of a line before.  Bounds where a loop
   within begins at the same instruction. */
struct block_count heads_count(struct heads *h, const struct executions *x,
			       const struct executed *jump, uint32_t line, uint32_t to_line);

void heads_release(struct heads *h);

#endif
