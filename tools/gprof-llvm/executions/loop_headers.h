/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * loop_headers.h - the heads of endless loops: lines of which all code is the jump back at the end
 * of a round.  Such a line is executed when a round begins, so it has the executions of the jump's
 * target; `continue` is a jump there as well, from a line after it.
 *
 *	loop_headers_count()      for each jump that is always taken, in the order of their
 *	addresses loop_headers_release()
 *
 * A zeroed struct is an empty table.
 */
#ifndef GPROF_EXECUTIONS_LOOP_HEADERS_H
#define GPROF_EXECUTIONS_LOOP_HEADERS_H

#include "executions/executed_insns.h"

struct loop_headers {
	struct gp_map continues; /* (object, stretch's start) -> jumps back to it */
};

/* The executions of a jump's line.  'to_line': of the end of the stretch that it leads to, in the
   same function; the first instructions may be of a line before.  Bounds where a loop within begins
   at the same instruction. */
struct block_count loop_headers_count(struct loop_headers *h, const struct executions *x,
				      const struct executed_insn *jump, uint32_t line,
				      uint32_t to_line);

void loop_headers_release(struct loop_headers *h);

#endif
