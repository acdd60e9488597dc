/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plain_dwarf.c - the call sites of DWARF, which compilers write from -O1 on
 * (DW_TAG_call_site of DWARF 5, and GNU's of DWARF 4); see plain.h.
 */
#include "program/plain.h"

#include <dwarf.h>

struct reading {
	struct plain_calls *calls;
	uint64_t bias;
};

static void add_call(void *reading, Dwarf_Die *die, const struct debug_place *place)
{
	struct reading *r = reading;
	int tag = dwarf_tag(die);
	Dwarf_Attribute attribute;
	Dwarf_Addr low;
	Dwarf_Die callee;
	struct plain_call call = { .from = place->function };

	if ((tag != DW_TAG_call_site && tag != DW_TAG_GNU_call_site) || !place->function)
		return;
	if (!dwarf_attr(die, tag == DW_TAG_call_site ? DW_AT_call_origin : DW_AT_abstract_origin,
			&attribute) || !dwarf_formref_die(&attribute, &callee))
		return;
	if (dwarf_lowpc(&callee, &low) == 0 && low)
		call.to = low + r->bias;
	else
		call.name = debug_name(&callee);
	if (call.to || call.name)
		*gp_push(r->calls->items, r->calls->n, r->calls->room) = call;
}

void plain_read_dwarf(struct plain_calls *calls, struct debug *d)
{
	struct reading r = { .calls = calls };

	debug_dwarf(d, &r.bias);
	debug_walk(d, add_call, &r);
}
