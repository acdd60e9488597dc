/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plain_disasm.c - the direct calls of functions, from their instructions; see plain.h.
 *
 * libcapstone finds the instructions; what a call instruction calls, code/callsite.h knows.
 * A jump to the beginning of another function is a call too: the last one.
 */
#include "code/callsite.h"
#include "code/disasm.h"
#include "program/plain.h"

static void add_call(struct plain_calls *calls, uint64_t from, struct callee callee)
{
	if (callee.name || callee.address)
		*gp_push(calls->items, calls->n, calls->room) = (struct plain_call){
			.from = from, .to = callee.name ? 0 : callee.address,
			.name = callee.name };
}

static void read_function(struct plain_calls *calls, struct elfobj *elf,
			  const struct elf_symbol *f, struct disasm *d)
{
	struct disasm_insn insn;

	disasm_seek(d, f->address, f->address + f->size);
	while (disasm_next(d, &insn)) {
		uint64_t to = insn.jump ? insn.target : 0;

		if (insn.call)
			add_call(calls, f->address,
				 callsite_callee(elf, insn.address + insn.size));
		else if (to && (to < f->address || to >= f->address + f->size))
			add_call(calls, f->address, callsite_target(elf, to));
	}
}

void plain_read_disasm(struct plain_calls *calls, struct elfobj *elf,
		       const struct elf_symbol *const *functions, size_t n)
{
	struct disasm d;

	if (disasm_open(&d, elf, true) < 0)
		return;
	for (size_t i = 0; i < n; i++)
		read_function(calls, elf, functions[i], &d);
	disasm_close(&d);
}
