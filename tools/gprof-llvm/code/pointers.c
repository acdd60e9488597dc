/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pointers.c - see pointers.h: words of data that are addresses of code, and addends of
 * relocations that the dynamic linker will make such words of.
 */
#include "code/pointers.h"
#include "base/keyed_sort.h"

#include <gelf.h>
#include <string.h>

struct pointers {
	uint64_t *items;
	size_t n, room;
};

static void add(struct pointers *p, const struct elfobj *o, uint64_t address)
{
	const struct elf_section *s = elfobj_section_at(o, address);

	if (s && s->executable)
		*gp_push(p->items, p->n, p->room) = address;
}

static void read_words(struct pointers *p, const struct elfobj *o, const struct elf_section *s)
{
	if (s->executable || !s->bytes || !strncmp(s->name, "gprof_", 6))
		return;
	for (uint64_t at = -s->address & 7; at + 8 <= s->bytes_size; at += 8) {
		uint64_t word;

		memcpy(&word, s->bytes + at, sizeof word);
		add(p, o, word);
	}
}

static void read_relocations(struct pointers *p, const struct elfobj *o, Elf_Scn *scn)
{
	Elf_Data *list;
	GElf_Shdr h;
	GElf_Rela r;
	size_t n;

	if (!gelf_getshdr(scn, &h) || h.sh_type != SHT_RELA || !(h.sh_flags & SHF_ALLOC) ||
	    !h.sh_entsize)
		return;
	list = elf_getdata(scn, NULL);
	n = list ? h.sh_size / h.sh_entsize : 0;
	for (size_t i = 0; i < n && gelf_getrela(list, i, &r); i++)
		if (!GELF_R_SYM(r.r_info))
			add(p, o, r.r_addend);
}

uint64_t *pointers_read(const struct elfobj *o, size_t *n)
{
	struct pointers p = { 0 };
	Elf_Scn *scn = NULL;
	size_t kept = 0;

	gp_memory_watch();
	for (size_t i = 0; i < o->nsections; i++)
		read_words(&p, o, &o->sections[i]);
	while ((scn = elf_nextscn(o->elf, scn)))
		read_relocations(&p, o, scn);
	gp_memory_check();
	sort_numbers(p.items, p.n);
	for (size_t i = 0; i < p.n; i++)
		if (!kept || p.items[i] != p.items[kept - 1])
			p.items[kept++] = p.items[i];
	*n = kept;
	return p.items;
}
