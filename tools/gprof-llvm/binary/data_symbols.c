/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * data_symbols.c - see data_symbols.h.
 *
 * A global name is better than a local one of the same bytes, as with functions.
 */
#include "binary/data_symbols.h"

#include <gelf.h>
#include <libelf.h>

struct found {
	const char *name;
	uint64_t start;
	bool global;
};

static void take(struct found *f, const GElf_Sym *sym, const char *name, uint64_t address)
{
	bool global = GELF_ST_BIND(sym->st_info) != STB_LOCAL;

	if (!name || !*name || sym->st_shndx == SHN_UNDEF ||
	    GELF_ST_TYPE(sym->st_info) != STT_OBJECT || address < sym->st_value ||
	    address - sym->st_value >= sym->st_size || (f->name && (f->global || !global)))
		return;
	*f = (struct found){ .name = name, .start = sym->st_value, .global = global };
}

static void read_table(Elf *elf, unsigned type, uint64_t address, struct found *f)
{
	Elf_Scn *scn = NULL;
	Elf_Data *data;
	GElf_Shdr h;
	GElf_Sym sym;

	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &h) || h.sh_type != type || !h.sh_entsize)
			continue;
		data = elf_getdata(scn, NULL);
		for (size_t i = 0; data && i < h.sh_size / h.sh_entsize &&
				   gelf_getsym(data, (int)i, &sym); i++)
			take(f, &sym, elf_strptr(elf, h.sh_link, sym.st_name), address);
	}
}

const char *data_symbol_at(const struct elfobj *o, uint64_t address, uint64_t *start)
{
	struct found f = { 0 };

	if (!o->elf)
		return NULL;
	read_table(o->elf, SHT_SYMTAB, address, &f);
	if (!f.name)
		read_table(o->elf, SHT_DYNSYM, address, &f);
	*start = f.start;
	return f.name;
}
