/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * decode.c - see decode.h.  Bytes that are not an instruction are skipped.
 */
#include "gprof/symbols/decode.h"

#include "code/decoder.h"

#include <gelf.h>

bool gnu_decoder_open(struct gnu_decoder *d, const struct gnu_image *image)
{
	static const struct {
		unsigned machine;
		cs_arch arch;
		cs_mode mode;
	} decoders[] = {
		{ EM_X86_64, CS_ARCH_X86, CS_MODE_64 },
		{ EM_386, CS_ARCH_X86, CS_MODE_32 },
		{ EM_AARCH64, CS_ARCH_ARM64, CS_MODE_ARM },
	};

	*d = (struct gnu_decoder){ .image = image };
	for (size_t i = 0; i < sizeof decoders / sizeof *decoders; i++) {
		cs_insn *insn;
		csh handle;

		if (decoders[i].machine != image->machine ||
		    !decoder_open(decoders[i].arch, decoders[i].mode, &handle, &insn))
			continue;
		d->handle = handle;
		d->insn = insn;
		return true;
	}
	return false;
}

void gnu_decoder_close(struct gnu_decoder *d)
{
	cs_insn *insn = d->insn;
	csh handle = d->handle;

	decoder_close(&handle, &insn);
}

void gnu_decoder_start(struct gnu_decoder *d, uint64_t start, uint64_t end)
{
	const struct gnu_code *c = gnu_image_code(d->image, start);

	d->at = start;
	d->left = 0;
	if (!c || end <= start)
		return;
	d->bytes = c->bytes + (start - c->address);
	d->left = c->size - (start - c->address);
	if (end - start < d->left)
		d->left = end - start;
}

/* The last operand of a branch is where it goes; false: it is not in the code. */
static bool target_of(const struct gnu_image *image, const cs_insn *insn, uint64_t *target)
{
	const cs_arm64 *arm = &insn->detail->arm64;
	const cs_x86 *x86 = &insn->detail->x86;

	if (image->machine == EM_AARCH64) {
		if (!arm->op_count || arm->operands[arm->op_count - 1].type != ARM64_OP_IMM)
			return false;
		*target = (uint64_t)arm->operands[arm->op_count - 1].imm;
		return true;
	}
	if (x86->op_count != 1 || x86->operands[0].type != X86_OP_IMM)
		return false;
	*target = (uint64_t)x86->operands[0].imm;
	if (image->machine == EM_386)
		*target &= UINT32_MAX;
	return true;
}

/* capstone 4 has AArch64's BL among the jumps. */
static bool is_call(const struct gnu_decoder *d, const cs_insn *insn)
{
	return cs_insn_group(d->handle, insn, CS_GRP_CALL) ||
	       (d->image->machine == EM_AARCH64 && insn->id == ARM64_INS_BL);
}

bool gnu_decoder_next(struct gnu_decoder *d, struct gnu_branch *b)
{
	cs_insn *insn = d->insn;

	while (cs_disasm_iter(d->handle, &d->bytes, &d->left, &d->at, insn)) {
		/* Skipped bytes have no id, and no detail. */
		if (!insn->id)
			continue;
		b->call = is_call(d, insn);
		b->after = d->at;
		if ((b->call || cs_insn_group(d->handle, insn, CS_GRP_JUMP)) &&
		    target_of(d->image, insn, &b->target))
			return true;
	}
	return false;
}
