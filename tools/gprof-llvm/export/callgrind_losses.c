/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callgrind_losses.c - what of this profile the format of callgrind cannot hold; see callgrind.h.
 * What it never holds the manual says.
 */
#include "export/callgrind.h"
#include "text/escape.h"

static void tell_samples(const struct export *x)
{
	uint64_t n = x->result->program->resolved_samples.given;

	if (n)
		gprintf(x->notes,
			"callgrind holds no sample without a stack: %llu %s not counted; their "
			"time is in that of samples with a stack at the same place\n",
			(unsigned long long)n, n == 1 ? "is" : "are");
}

void callgrind_print_losses(const struct export *x, const struct callgrind_losses *left)
{
	FILE *notes = x->notes;

	if (left->seen)
		gprintf(notes, "callgrind holds no call without a count: of %zu that only stacks "
			"saw the caller is not named; no time is left out\n", left->seen);
	if (left->unbounded)
		gprintf(notes, "callgrind holds no bounds: more instructions may have been "
			"executed than are written\n");
	else if (left->between)
		gprintf(notes, "callgrind holds no bounds: up to %.0f more instructions may have "
			"been executed\n", left->between);
	if (x->result->measured)
		tell_samples(x);
	if (x->result->request->join.inlines)
		gprintf(notes, "callgrind holds no inlined function: its time is that of the "
			"function with its code\n");
	if (!x->result->measured && !(x->instructions && !x->result->program->samples))
		gprintf(notes, "too few samples have a stack: inclusive times are divided by "
			"numbers of calls\n");
}
