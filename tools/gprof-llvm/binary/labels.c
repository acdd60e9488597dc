/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * labels.c - see labels.h.
 */
#include "binary/labels.h"

#include <string.h>

/* The executable section that holds the address, or NULL. */
static const struct elf_section *code_at(const struct elfobj *o, uint64_t address)
{
	const struct elf_section *s = elfobj_section_at(o, address);

	return s && s->executable ? s : NULL;
}

bool labels_are(const struct elfobj *o, const GElf_Sym *sym, const char *name)
{
	/* '.' begins names that assemblers make, '$' the marks of code and data of the Arm ABI. */
	return GELF_ST_TYPE(sym->st_info) == STT_NOTYPE && sym->st_shndx < SHN_LORESERVE &&
	       !sym->st_size && name[0] != '.' && name[0] != '$' && !gp_begins(name, "__start_") &&
	       !gp_begins(name, "__stop_") && code_at(o, sym->st_value);
}

/* Returns true if 's' is a label within 'f': NASM writes one '.loop' of the function 'f' as
   'f.loop'. */
static bool is_local(const struct elfobj *o, const struct elf_symbol *f, const struct elf_symbol *s)
{
	size_t n = strlen(f->name);

	return !strncmp(s->name, f->name, n) && s->name[n] == '.' &&
	       code_at(o, f->address) == code_at(o, s->address);
}

/* Labels that have a function's size or name already, or say that they belong to one. */
static void drop_inside(struct elfobj *o)
{
	uint64_t end = 0;
	size_t n = 0;

	for (size_t i = 0; i < o->nsymbols; i++) {
		const struct elf_symbol *s = &o->symbols[i];
		bool named = n && o->symbols[n - 1].address == s->address;

		if (s->label && (s->address < end || named))
			continue;
		if (s->label && n && is_local(o, &o->symbols[n - 1], s))
			continue;
		if (s->size && s->address + s->size > end)
			end = s->address + s->size;
		o->symbols[n++] = *s;
	}
	o->nsymbols = n;
}

void labels_measure(struct elfobj *o, bool whole)
{
	uint64_t end = 0, next;

	drop_inside(o);
	for (size_t i = 0; i < o->nsymbols; i++) {
		struct elf_symbol *s = &o->symbols[i];
		const struct elf_section *code = s->size ? NULL : code_at(o, s->address);
		size_t k = i + 1;

		if (s->size && s->address + s->size > end)
			end = s->address + s->size;
		if (!code)
			continue;
		while (k < o->nsymbols && o->symbols[k].address == s->address)
			k++;
		next = code->address + code->size;
		if (k < o->nsymbols && o->symbols[k].address < next)
			next = o->symbols[k].address;
		if (s->address < end)
			s->size = end - s->address;
		else if (whole)
			s->size = next - s->address;
	}
}
