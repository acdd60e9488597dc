/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plt.c - see plt.h.
 */
#include "gprof/plt.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

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

		slot = image->machine == EM_X86_64
			       ? gnu_plt_slot_x86_64(c->bytes + at, left, c->address + at)
			       : gnu_plt_slot_aarch64(c->bytes + at, left, c->address + at);
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

	if (image->machine != EM_X86_64 && image->machine != EM_AARCH64)
		return;
	read_relocations(image, &s);
	for (size_t i = 0; i < image->ncodes; i++)
		if (!strncmp(image->codes[i].name, ".plt", 4))
			add_entries(t, image, &image->codes[i], &s);
	gp_map_release(&s.at);
	free(s.names);
}
