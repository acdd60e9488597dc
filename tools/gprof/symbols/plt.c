/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plt.c - see plt.h.
 */
#include "gprof/symbols/plt.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ x86-64 */

/* [endbr64] [bnd] jmp *slot(%rip) */
static uint64_t slot_x86_64(const unsigned char *bytes, uint64_t left, uint64_t at)
{
	uint64_t skip = 0;
	int32_t displacement;

	if (left >= 4 && !memcmp(bytes, "\xf3\x0f\x1e\xfa", 4))
		skip = 4;
	if (left > skip && bytes[skip] == 0xf2)
		skip++;
	if (left < skip + 6 || bytes[skip] != 0xff || bytes[skip + 1] != 0x25)
		return 0;
	memcpy(&displacement, bytes + skip + 2, 4);
	return at + skip + 6 + (uint64_t)(int64_t)displacement;
}

/* ------------------------------------------------------------------ AArch64 */

#define BTI_C 0xd503245fu

static uint32_t word(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
	       (uint32_t)bytes[3] << 24;
}

/* [bti c] adrp x16, page; ldr x17, [x16, offset]; ... */
static uint64_t slot_aarch64(const unsigned char *bytes, uint64_t left, uint64_t at)
{
	uint32_t page, load;
	uint64_t pages;

	if (left >= 4 && word(bytes) == BTI_C) {
		bytes += 4;
		left -= 4;
		at += 4;
	}
	if (left < 8)
		return 0;
	page = word(bytes);
	load = word(bytes + 4);
	if ((page & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211)
		return 0;
	pages = (page >> 5 & 0x7ffff) << 2 | (page >> 29 & 3);
	/* 21 bits, signed. */
	pages = (pages ^ 0x100000) - 0x100000;
	return (at & ~UINT64_C(4095)) + (pages << 12) + (uint64_t)(load >> 10 & 0xfff) * 8;
}

/* The slot that the entry at 'bytes' jumps through, or 0 when it is not an entry; 'at' is its
   address. */
typedef uint64_t (*slot_function)(const unsigned char *bytes, uint64_t left, uint64_t at);

/* NULL: the processor is not known. */
static slot_function slot_of(unsigned machine)
{
	static const struct {
		unsigned machine;
		slot_function slot;
	} known[] = {
		{ EM_X86_64, slot_x86_64 },
		{ EM_AARCH64, slot_aarch64 },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].machine == machine)
			return known[i].slot;
	return NULL;
}

/* ------------------------------------------------------------------ */

struct slots {
	struct gp_map at;   /* address of a slot -> names */
	const char **names;
	size_t n, room;
};

static void add_slot(struct slots *s, uint64_t address, const char *name)
{
	int created;
	uint32_t *at = gp_map_put(&s->at, address, 0, &created);

	if (created) {
		*at = (uint32_t)s->n;
		*gp_push(s->names, s->n, s->room) = name;
	}
}

/* The name of a symbol in the table that a section of relocations refers to. */
static const char *symbol_name(const struct gnu_image *image, const GElf_Shdr *relocations,
			       size_t index)
{
	Elf_Scn *scn = elf_getscn(image->elf, relocations->sh_link);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	GElf_Shdr h;
	GElf_Sym sym;

	if (!data || !index || !gelf_getshdr(scn, &h) || !gelf_getsym(data, (int)index, &sym))
		return NULL;
	return elf_strptr(image->elf, h.sh_link, sym.st_name);
}

static void read_relocations(const struct gnu_image *image, struct slots *s)
{
	Elf_Scn *scn = NULL;
	GElf_Rela r;
	GElf_Shdr h;

	while ((scn = elf_nextscn(image->elf, scn))) {
		Elf_Data *data;

		if (!gelf_getshdr(scn, &h) || h.sh_type != SHT_RELA || !(h.sh_flags & SHF_ALLOC))
			continue;
		data = elf_getdata(scn, NULL);
		for (int i = 0; data && gelf_getrela(data, i, &r); i++) {
			const char *name = symbol_name(image, &h, GELF_R_SYM(r.r_info));

			if (name && *name)
				add_slot(s, r.r_offset, name);
		}
	}
}

static void add_entries(struct gnu_table *t, const struct gnu_image *image,
			const struct gnu_code *c, const struct slots *s)
{
	uint64_t step = c->entry == 8 || c->entry == 16 ? c->entry : 16;

	for (uint64_t at = 0; at < c->size; at += step) {
		uint64_t left = c->size - at < step ? c->size - at : step, slot;
		struct gnu_symbol *symbol;
		uint32_t name;

		slot = slot_of(image->machine)(c->bytes + at, left, c->address + at);
		name = gp_map_get(&s->at, slot, 0);
		if (!slot || name == GP_NONE)
			continue;
		symbol = gnu_table_add(t, c->address + at,
				       gnu_table_own(t, gp_format("%s@plt", s->names[name])));
		symbol->size = step;
		symbol->function = true;
		symbol->extra = GNU_SYNTHETIC;
	}
}

void gnu_plt_add(struct gnu_table *t, const struct gnu_image *image)
{
	struct slots s = { .names = NULL };

	if (!slot_of(image->machine))
		return;
	read_relocations(image, &s);
	for (size_t i = 0; i < image->ncodes; i++)
		if (!strncmp(image->codes[i].name, ".plt", 4))
			add_entries(t, image, &image->codes[i], &s);
	gp_map_release(&s.at);
	free(s.names);
}
