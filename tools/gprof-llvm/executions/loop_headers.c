/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loop_headers.c - see loop_headers.h. */
#include "executions/loop_headers.h"

static uint32_t *continues(struct loop_headers *h, const struct executed_insn *jump)
{
	int created;
	uint32_t *n = gp_map_put(&h->continues, jump->object, jump->to->start, &created);

	if (created)
		*n = 0;
	return n;
}

struct block_count loop_headers_count(struct loop_headers *h, const struct executions *x,
				      const struct executed_insn *jump, uint32_t line,
				      uint32_t to_line)
{
	struct block_count rounds;
	uint32_t *n;

	if (jump->to->start > jump->address || line == to_line ||
	    !executions_at(x, jump->object, jump->to->start, &rounds))
		return jump->count;
	n = continues(h, jump);
	if (line > to_line) {
		++*n;
		return jump->count;
	}
	if (jump->to->back > *n + 1) {
		rounds.lo = jump->count.lo;
		rounds.how = SOLVED_NOT;
		rounds.likely = false;
	}
	return rounds;
}

void loop_headers_release(struct loop_headers *h)
{
	gp_map_release(&h->continues);
}
