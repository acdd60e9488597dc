/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * where_names.c - see where_names.h.
 */
#include "gprof/symbols/where_names.h"

#include "base/util.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/* Marks of code and data, of annotating plugins: no names of functions. */
static bool is_mark(const GElf_Sym *sym, const char *name, unsigned machine)
{
	if (GELF_ST_BIND(sym->st_info) != STB_LOCAL || GELF_ST_TYPE(sym->st_info) != STT_NOTYPE)
		return false;
	if ((machine == EM_AARCH64 || machine == EM_ARM) && name[0] == '$')
		return true;
	return !sym->st_size && GELF_ST_VISIBILITY(sym->st_other) == STV_HIDDEN;
}

static bool can_be_function(const GElf_Sym *sym, size_t text)
{
	switch (GELF_ST_TYPE(sym->st_info)) {
	case STT_SECTION:
	case STT_FILE:
	case STT_OBJECT:
	case STT_TLS:
	case STT_COMMON:
		return false;
	}
	return sym->st_shndx == text;
}

static void read_table(struct where_names *n, Elf *elf, Elf_Scn *scn, const GElf_Shdr *h,
		       size_t text)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t count = data && h->sh_entsize ? data->d_size / h->sh_entsize : 0;
	GElf_Ehdr head;
	GElf_Sym sym;

	if (!gelf_getehdr(elf, &head))
		return;
	for (size_t i = 1; i < count && gelf_getsym(data, (int)i, &sym); i++) {
		const char *name = elf_strptr(elf, h->sh_link, sym.st_name);
		struct where_name *at;

		if (!name || !can_be_function(&sym, text) || is_mark(&sym, name, head.e_machine))
			continue;
		at = gp_push(n->names, n->nnames, n->room);
		at->name = name;
		at->offset = sym.st_value - n->text;
		at->size = sym.st_size ? sym.st_size : 1;
		at->index = i;
	}
}

static size_t text_index(Elf *elf)
{
	Elf_Scn *scn = NULL;
	size_t strings;
	GElf_Shdr h;

	if (elf_getshdrstrndx(elf, &strings) < 0)
		return 0;
	while ((scn = elf_nextscn(elf, scn))) {
		const char *name = NULL;

		if (gelf_getshdr(scn, &h))
			name = elf_strptr(elf, strings, h.sh_name);
		if (name && !strcmp(name, ".text"))
			return elf_ndxscn(scn);
	}
	return 0;
}

static int compare_names(const void *x, const void *y, void *context)
{
	const struct where_name *a = x, *b = y;

	(void)context;
	if (a->offset != b->offset)
		return a->offset < b->offset ? -1 : 1;
	if (a->size != b->size)
		return a->size > b->size ? -1 : 1;
	return a->index < b->index ? -1 : 1;
}

void where_names_read(struct where_names *n, void *elf, uint64_t text)
{
	size_t index = text_index(elf);
	Elf_Scn *scn = NULL;
	GElf_Shdr h;

	memset(n, 0, sizeof *n);
	n->text = text;
	while (index && (scn = elf_nextscn(elf, scn)))
		if (gelf_getshdr(scn, &h) && h.sh_type == SHT_SYMTAB) {
			read_table(n, elf, scn, &h, index);
			break;
		}
	gp_sort(n->names, n->nnames, sizeof *n->names, compare_names, NULL);
}

void where_names_release(struct where_names *n)
{
	free(n->names);
}

const struct where_name *where_names_find(struct where_names *n, uint64_t address)
{
	uint64_t offset = address - n->text;
	size_t low;

	if (n->last && offset - n->last->offset < n->last->size)
		return n->last;
	low = gp_first(i, n->nnames, n->names[i].offset <= offset);
	if (!low)
		return n->last = NULL;
	for (low--; low && n->names[low - 1].offset == n->names[low].offset;)
		low--;
	return n->last = &n->names[low];
}
