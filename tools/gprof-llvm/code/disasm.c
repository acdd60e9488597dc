/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * disasm.c - see disasm.h.
 */
#include "code/disasm.h"
#include "code/decoder.h"

#include <string.h>

int disasm_open(struct disasm *d, const struct elfobj *elf, bool intel)
{
	memset(d, 0, sizeof *d);
	d->elf = elf;
	d->processor = processor_of(elf);
	if (!d->processor ||
	    !decoder_open(d->processor->arch, d->processor->mode, &d->handle, &d->insn))
		return -1;
	if (!intel && d->processor->arch == CS_ARCH_X86)
		cs_option(d->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
	return 0;
}

void disasm_seek(struct disasm *d, uint64_t start, uint64_t end)
{
	d->bytes = elfobj_bytes(d->elf, start, &d->n);
	d->address = start;
	memset(&d->values, 0, sizeof d->values);
	if (!d->bytes)
		d->n = 0;
	else if (d->n > end - start)
		d->n = end - start;
}

bool disasm_next(struct disasm *d, struct disasm_insn *insn)
{
	const cs_insn *i = d->insn;

	if (!d->n || !cs_disasm_iter(d->handle, &d->bytes, &d->n, &d->address, d->insn))
		return false;
	*insn = (struct disasm_insn){ .address = i->address, .size = i->size,
				      .mnemonic = i->mnemonic, .operands = i->op_str };
	if (!i->id) /* data */
		return true;
	/* On AArch64 a call is a jump too. */
	insn->call = cs_insn_group(d->handle, i, CS_GRP_CALL);
	insn->jump = !insn->call && cs_insn_group(d->handle, i, CS_GRP_JUMP);
	if (insn->call || insn->jump)
		insn->target = d->processor->target(i);
	if (d->words)
		insn->word = d->processor->word(d->handle, i, &d->values);
	return true;
}

void disasm_close(struct disasm *d)
{
	decoder_close(&d->handle, &d->insn);
	memset(d, 0, sizeof *d);
}
