/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * static_arcs.c - calls found by disassembly (capstone); see static_arcs.h.
 *
 * A function is disassembled from its start to its end.  A direct call is an arc to the
 * function that starts at its target, and so is a jump out of the function: a tail
 * call.  Jumps inside of a function, calls of labels inside of one (of position
 * independent code) and what is reached through a register are none.
 */
#include "static_arcs.h"

#include <capstone/capstone.h>
#include <gelf.h>
#include <string.h>

/* What capstone is to decode; false: it has no decoder for the machine. */
static bool open_decoder(const struct gnu_image *image, csh *handle)
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

	for (size_t i = 0; i < sizeof decoders / sizeof *decoders; i++) {
		if (decoders[i].machine != image->machine ||
		    cs_open(decoders[i].arch, decoders[i].mode, handle) != CS_ERR_OK)
			continue;
		cs_option(*handle, CS_OPT_DETAIL, CS_OPT_ON);
		cs_option(*handle, CS_OPT_SKIPDATA, CS_OPT_ON);
		return true;
	}
	return false;
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

/* The part of a function that the compiler moved away is no callee of the rest. */
static bool is_cold_part(const struct gnu_symbol *part, const struct gnu_symbol *of)
{
	size_t n = strlen(of->name);

	return !strncmp(part->name, of->name, n) && !strncmp(part->name + n, ".cold", 5);
}

static void add_target(struct gnu_graph *g, uint32_t parent, uint64_t target, bool call)
{
	uint32_t child = gnu_table_find(g->table, target);

	if (child == GP_NONE || g->table->symbols[child].address != target ||
	    !g->table->symbols[child].function || (child == parent && !call) ||
	    is_cold_part(&g->table->symbols[child], &g->table->symbols[parent]))
		return;
	gnu_arcs_add(g, parent, child, 0);
}

/* capstone 4 has AArch64's BL among the jumps. */
static bool is_call(const struct gnu_image *image, csh handle, const cs_insn *insn)
{
	return cs_insn_group(handle, insn, CS_GRP_CALL) ||
	       (image->machine == EM_AARCH64 && insn->id == ARM64_INS_BL);
}

static void disassemble(struct gnu_graph *g, const struct gnu_image *image, csh handle,
			cs_insn *insn, uint32_t function)
{
	const struct gnu_symbol *s = &g->table->symbols[function];
	const struct gnu_code *c = gnu_image_code(image, s->address);
	uint64_t at = s->address;
	const uint8_t *bytes;
	uint64_t target;
	size_t left;

	if (!c || s->end < s->address || s->extra == GNU_SYNTHETIC)
		return;
	bytes = c->bytes + (s->address - c->address);
	left = c->size - (s->address - c->address);
	if (s->end - s->address < left)
		left = s->end - s->address + 1;
	while (cs_disasm_iter(handle, &bytes, &left, &at, insn)) {
		bool call;

		/* Data between code has no id, and no detail. */
		if (!insn->id)
			continue;
		call = is_call(image, handle, insn);
		if ((call || cs_insn_group(handle, insn, CS_GRP_JUMP)) &&
		    target_of(image, insn, &target))
			add_target(g, function, target, call);
	}
}

int gnu_static_arcs_refuse(const struct gnu_image *image, struct gp_error *e)
{
	gp_fail(e, "-c not supported on the machine of '%s'", image->path);
	return 1;
}

int gnu_static_arcs_disassemble(struct gnu_graph *g, const struct gnu_image *image,
				struct gp_error *e)
{
	cs_insn *insn;
	csh handle;

	if (!open_decoder(image, &handle))
		return gnu_static_arcs_refuse(image, e);
	insn = cs_malloc(handle);
	for (uint32_t i = 0; insn && i < g->nsymbols; i++)
		disassemble(g, image, handle, insn, i);
	if (!insn && gp_out_of_memory)
		gp_out_of_memory();
	cs_free(insn, 1);
	cs_close(&handle);
	return 0;
}

int gnu_static_arcs_add(struct gnu_graph *g, const struct gnu_image *image,
			const struct gmon *profile, bool exact, struct gp_error *e)
{
	return exact ? gnu_static_arcs_scan(g, image, profile, e)
		     : gnu_static_arcs_disassemble(g, image, e);
}
