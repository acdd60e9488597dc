/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callsite.c - see callsite.h.
 */
#include "code/callsite.h"
#include "code/processor.h"

#include <gelf.h>
#include <string.h>

/* Stubs have one of these sizes, and begin on a multiple of it. */
#define SMALLEST_STUB 8
#define LARGEST_STUB 16

/* The value that the dynamic linker will store in a slot, when that is a function. */
static void read_slot(struct elfobj *o, const struct processor *processor,
		     const GElf_Rela *r, Elf_Data *symbols, size_t strings)
{
	unsigned type = GELF_R_TYPE(r->r_info);
	struct elf_slot slot = { 0 };
	GElf_Sym sym;
	int created;

	if (type == processor->irelative) {
		slot.address = r->r_addend;
	} else if (type == processor->jump_slot || type == processor->glob_dat) {
		if (!symbols || !gelf_getsym(symbols, GELF_R_SYM(r->r_info), &sym))
			return;
		slot.name = elf_strptr(o->elf, strings, sym.st_name);
	}
	if (!slot.address && (!slot.name || !*slot.name))
		return;
	*gp_map_put(&o->slot_at, r->r_offset, 0, &created) = o->nslots;
	*gp_push(o->slots, o->nslots, o->slots_room) = slot;
}

static void read_slots(struct elfobj *o, const struct processor *processor)
{
	Elf_Scn *scn = NULL;

	o->slots_read = true;
	gp_memory_watch();
	while ((scn = elf_nextscn(o->elf, scn))) {
		Elf_Data *list, *symbols;
		GElf_Shdr h, linked = { 0 };
		GElf_Rela r;
		size_t n;

		if (!gelf_getshdr(scn, &h) || h.sh_type != SHT_RELA || !(h.sh_flags & SHF_ALLOC) ||
		    !h.sh_entsize)
			continue;
		list = elf_getdata(scn, NULL);
		symbols = gelf_getshdr(elf_getscn(o->elf, h.sh_link), &linked)
				  ? elf_getdata(elf_getscn(o->elf, h.sh_link), NULL) : NULL;
		n = list ? h.sh_size / h.sh_entsize : 0;
		for (size_t i = 0; i < n && gelf_getrela(list, i, &r); i++)
			read_slot(o, processor, &r, symbols, linked.sh_link);
	}
	gp_memory_check();
}

static struct callee slot_callee(struct elfobj *o, const struct processor *processor,
				 uint64_t address)
{
	uint32_t slot;

	if (!o->slots_read)
		read_slots(o, processor);
	slot = gp_map_get(&o->slot_at, address, 0);
	if (slot == GP_NONE)
		return (struct callee){ 0 };
	return (struct callee){ o->slots[slot].name, o->slots[slot].address };
}

/* Returns true if calls lead there: to the beginning of a function or a stub, not to
   whatever bytes that look like a call seem to say. */
static struct callee direct_callee(struct elfobj *o, const struct processor *processor,
				   uint64_t target)
{
	const struct elf_symbol *s = elfobj_symbol_at(o, target);
	struct code code = { .address = target };
	uint64_t slot;

	if (s && s->address == target)
		return (struct callee){ .address = target };
	code.bytes = elfobj_bytes(o, target, &code.n);
	if (code.bytes && processor->stub(&code, &slot))
		return slot_callee(o, processor, slot);
	if (code.bytes && elfobj_code_end(o, target))
		return (struct callee){ .address = target };
	return (struct callee){ 0 };
}

struct callee callsite_callee(struct elfobj *o, uint64_t return_address)
{
	const struct processor *processor = processor_of(o);
	struct code code = { 0 };
	uint64_t target;

	if (!processor || return_address < processor->longest)
		return (struct callee){ 0 };
	code.address = return_address - processor->longest;
	code.bytes = elfobj_bytes(o, code.address, &code.n);
	if (!code.bytes || code.n < processor->longest)
		return (struct callee){ 0 };
	code.n = processor->longest;
	if (processor->direct(&code, &target))
		return direct_callee(o, processor, target);
	if (processor->by_slot(&code, &target))
		return slot_callee(o, processor, target);
	return (struct callee){ 0 };
}

struct callee callsite_target(struct elfobj *o, uint64_t target)
{
	const struct processor *processor = processor_of(o);

	return processor ? direct_callee(o, processor, target) : (struct callee){ 0 };
}

struct callee callsite_stub(struct elfobj *o, uint64_t address)
{
	const struct processor *processor = processor_of(o);
	const struct elf_section *s = elfobj_section_at(o, address);
	uint64_t slot;

	if (!processor || !s || strncmp(s->name, ".plt", 4))
		return (struct callee){ 0 };
	for (unsigned size = SMALLEST_STUB; size <= LARGEST_STUB; size *= 2) {
		struct code code = { .address = address & -(uint64_t)size };

		code.bytes = elfobj_bytes(o, code.address, &code.n);
		if (code.bytes && processor->stub(&code, &slot))
			return slot_callee(o, processor, slot);
	}
	return (struct callee){ 0 };
}
