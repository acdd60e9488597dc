/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * image.c - see image.h.
 *
 * gprof asks for symbols that nm calls T, t or W.  Weak ones are taken wherever
 * they lie, but for objects; the others by the section they are in.
 */
#include "gprof/symbols/image.h"

#include <elfutils/libdw.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add_code(struct gnu_image *image, Elf_Scn *scn, const GElf_Shdr *h, const char *name)
{
	Elf_Data *data = h->sh_type == SHT_NOBITS ? NULL : elf_rawdata(scn, NULL);
	struct gnu_code *c = gp_push(image->codes, image->ncodes, image->codes_room);

	c->name = name;
	c->address = h->sh_addr;
	c->entry = h->sh_entsize;
	if (data && data->d_buf) {
		c->bytes = data->d_buf;
		c->size = data->d_size;
	}
}

static int read_sections(struct gnu_image *image, struct gp_error *e)
{
	Elf_Scn *scn = NULL;
	bool found = false;
	size_t strings;

	if (elf_getshdrstrndx(image->elf, &strings) < 0)
		return gp_fail(e, "%s: not in executable format", image->path);
	while ((scn = elf_nextscn(image->elf, scn))) {
		const char *name;
		GElf_Shdr h;

		if (!gelf_getshdr(scn, &h))
			continue;
		name = elf_strptr(image->elf, strings, h.sh_name);
		if (!name)
			continue;
		if (!found && !strcmp(name, ".text")) {
			found = true;
			image->text = h.sh_addr;
			image->text_end = h.sh_addr + h.sh_size;
		}
		if (h.sh_flags & SHF_EXECINSTR)
			add_code(image, scn, &h, name);
	}
	if (!found)
		return gp_fail(e, "can't find .text section in %s", image->path);
	return 0;
}

/* ------------------------------------------------------------------ */

/* A section of the file, not an ABS or other special index. */
static bool section_of(const struct gnu_image *image, const GElf_Sym *sym, Elf32_Word extended,
		       GElf_Shdr *h)
{
	size_t index = sym->st_shndx == SHN_XINDEX ? extended : sym->st_shndx;
	Elf_Scn *scn;

	if (index == SHN_UNDEF || (index >= SHN_LORESERVE && sym->st_shndx != SHN_XINDEX))
		return false;
	scn = elf_getscn(image->elf, index);
	return scn && gelf_getshdr(scn, h);
}

static bool is_special(const GElf_Sym *sym)
{
	int type = GELF_ST_TYPE(sym->st_info);

	return type == STT_FILE || type == STT_SECTION || type == STT_GNU_IFUNC;
}

static char class_of(const GElf_Sym *sym, bool in_section, bool code)
{
	bool object = GELF_ST_TYPE(sym->st_info) == STT_OBJECT;

	if (is_special(sym) || sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_COMMON)
		return 0;
	switch (GELF_ST_BIND(sym->st_info)) {
	case STB_WEAK:
		return object ? 0 : 'T';
	case STB_GLOBAL:
		return in_section && code ? 'T' : 0;
	case STB_LOCAL:
		return in_section && code ? 't' : 0;
	}
	return 0;
}

static void add_symbol(struct gnu_image *image, const GElf_Sym *sym, Elf32_Word extended,
		       const char *name)
{
	struct gnu_elf_symbol *s;
	GElf_Shdr h;
	bool in_section = section_of(image, sym, extended, &h);
	bool code = in_section && h.sh_flags & SHF_EXECINSTR;

	s = gp_push(image->symbols, image->nsymbols, image->symbols_room);
	s->name = name;
	s->address = sym->st_value;
	s->size = sym->st_size;
	s->local = GELF_ST_BIND(sym->st_info) == STB_LOCAL;
	s->function = GELF_ST_TYPE(sym->st_info) == STT_FUNC;
	s->code = code;
	s->class = class_of(sym, in_section, code);
}

static void add_dynamic(struct gnu_image *image, const GElf_Sym *sym, const char *name)
{
	struct gnu_elf_symbol *s;

	if (sym->st_shndx == SHN_UNDEF || GELF_ST_TYPE(sym->st_info) != STT_FUNC)
		return;
	s = gp_push(image->dynamic, image->ndynamic, image->dynamic_room);
	s->name = name;
	s->address = sym->st_value;
	s->size = sym->st_size;
	s->function = true;
	s->code = true;
	s->class = 'T';
}

static const char *end_of_strings(const struct gnu_image *image, size_t table)
{
	Elf_Scn *scn = elf_getscn(image->elf, table);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;

	/* The names are in it, and no further than it goes. */
	return data && data->d_buf ? (const char *)data->d_buf + data->d_size : NULL;
}

/* The table of extended section indices that belongs to a symbol table. */
static Elf_Data *extended_indices(const struct gnu_image *image, size_t table)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr h;

	while ((scn = elf_nextscn(image->elf, scn)))
		if (gelf_getshdr(scn, &h) && h.sh_type == SHT_SYMTAB_SHNDX && h.sh_link == table)
			return elf_getdata(scn, NULL);
	return NULL;
}

static void read_table(struct gnu_image *image, Elf_Scn *scn, const GElf_Shdr *h)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	Elf_Data *extended = extended_indices(image, elf_ndxscn(scn));
	size_t n = data && h->sh_entsize ? data->d_size / h->sh_entsize : 0;
	Elf32_Word index;
	GElf_Sym sym;

	for (size_t i = 1; i < n && gelf_getsymshndx(data, extended, (int)i, &sym, &index); i++) {
		const char *name = elf_strptr(image->elf, h->sh_link, sym.st_name);

		if (!name)
			name = "";
		if (h->sh_type == SHT_SYMTAB)
			add_symbol(image, &sym, index, name);
		else
			add_dynamic(image, &sym, name);
	}
}

static void read_symbols(struct gnu_image *image)
{
	bool symtab = false, dynsym = false;
	Elf_Scn *scn = NULL;
	GElf_Shdr h;

	while ((scn = elf_nextscn(image->elf, scn))) {
		if (!gelf_getshdr(scn, &h))
			continue;
		if (h.sh_type == SHT_SYMTAB && !symtab) {
			symtab = true;
			image->strings_end = end_of_strings(image, h.sh_link);
			read_table(image, scn, &h);
		} else if (h.sh_type == SHT_DYNSYM && !dynsym) {
			dynsym = true;
			read_table(image, scn, &h);
		}
	}
}

/* ------------------------------------------------------------------ */

static int read_all(struct gnu_image *image, struct gp_error *e)
{
	GElf_Ehdr h;

	if (!image->elf || elf_kind(image->elf) != ELF_K_ELF || !gelf_getehdr(image->elf, &h))
		return gp_fail(e, "%s: not in executable format", image->path);
	image->target.pointer = h.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
	image->target.big_endian = h.e_ident[EI_DATA] == ELFDATA2MSB;
	image->target.sign_extend = h.e_machine == EM_MIPS;
	image->machine = h.e_machine;
	image->relocatable = h.e_type == ET_REL;
	if (read_sections(image, e) < 0)
		return -1;
	read_symbols(image);
	return 0;
}

int gnu_image_open(struct gnu_image *image, const char *path, struct gp_error *e)
{
	int rc;

	memset(image, 0, sizeof *image);
	image->path = path;
	image->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* of a pipe */
	if (image->fd < 0)
		return gp_fail(e, "%s: %s", path, strerror(errno));
	elf_version(EV_CURRENT);
	gp_memory_watch();
	image->elf = elf_begin(image->fd, ELF_C_READ_MMAP_PRIVATE, NULL);
	rc = read_all(image, e);
	gp_memory_check();
	return rc;
}

void gnu_image_close(struct gnu_image *image)
{
	if (image->dwarf)
		dwarf_end(image->dwarf);
	if (image->elf)
		elf_end(image->elf);
	if (image->fd >= 0)
		close(image->fd);
	free(image->symbols);
	free(image->dynamic);
	free(image->codes);
	memset(image, 0, sizeof *image);
	image->fd = -1;
}

const struct gnu_code *gnu_image_code(const struct gnu_image *image, uint64_t address)
{
	for (size_t i = 0; i < image->ncodes; i++)
		if (address - image->codes[i].address < image->codes[i].size)
			return &image->codes[i];
	return NULL;
}
