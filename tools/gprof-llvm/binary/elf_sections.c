/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * elf_sections.c - finds the sections of an object that elfobj.c has read; see elfobj.h.
 */
#include "binary/elfobj.h"

#include <string.h>

const struct elf_section *elfobj_section(const struct elfobj *o, const char *name)
{
	for (size_t i = 0; i < o->nsections; i++)
		if (!strcmp(o->sections[i].name, name))
			return &o->sections[i];
	return NULL;
}

void elfobj_unload(const struct elfobj *o, const char *name)
{
	for (size_t i = 0; i < o->nsections; i++)
		if (o->sections[i].bytes && !strcmp(o->sections[i].name, name))
			pages_unload(&o->pages, o->sections[i].bytes, o->sections[i].bytes_size);
}

const struct elf_section *elfobj_section_at(const struct elfobj *o, uint64_t address)
{
	for (size_t i = 0; i < o->nsections; i++)
		if (address >= o->sections[i].address &&
		    address - o->sections[i].address < o->sections[i].size)
			return &o->sections[i];
	return NULL;
}

const unsigned char *elfobj_bytes(const struct elfobj *o, uint64_t address, size_t *n)
{
	const struct elf_section *s = elfobj_section_at(o, address);

	if (!s || !s->bytes || address - s->address >= s->bytes_size)
		return NULL;
	*n = s->bytes_size - (address - s->address);
	return s->bytes + (address - s->address);
}
