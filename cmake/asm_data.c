/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * asm_data OBJECT OUTPUT - runs at build time: writes an object file of asm_runtime.c's assembly as
 * assembly again, with bytes in place of instructions.  An assembler reads it in a fraction of the
 * time, and each module with main takes that time.
 *
 * - A section is strings of bytes, with a label in front; .reloc names its places by it.
 * - What stands in no group but .eh_frame is dropped: there is nothing in it.
 * - What refers to a place of the runtime's own that has no global name does so by the section's
 *   label.  That is a number in between the strings: an assembler would keep a label that
 *   .reloc names.
 * - Strings are not merged with the program's: their relocations would have to name symbols.
 * - Symbols that are not there are weak: by another name, or where hidden by their own
 *   (asm_runtime.c).
 */
#include <gprof-llvm/format.h>

#include <ctype.h>
#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP "__gprof_runtime,comdat" /* asm_runtime.c's */
#define LINE 96                        /* bytes */

struct object {
	Elf *elf;
	size_t names;      /* the section of section names */
	Elf_Scn *symtab;
	Elf_Data *symbols;
	size_t nsymbols;
	FILE *out;
};

static void die(const char *what, const char *subject)
{
	fprintf(stderr, "asm_data: %s '%s'\n", what, subject);
	exit(1);
}

static const char *section_name(const struct object *o, const GElf_Shdr *h)
{
	return elf_strptr(o->elf, o->names, h->sh_name);
}

static GElf_Sym symbol(const struct object *o, size_t i)
{
	GElf_Sym s;

	if (!gelf_getsym(o->symbols, (int)i, &s))
		die("cannot read a symbol of", "the runtime");
	return s;
}

static const char *symbol_name(const struct object *o, const GElf_Sym *s)
{
	GElf_Shdr h;

	gelf_getshdr(o->symtab, &h);
	return elf_strptr(o->elf, h.sh_link, s->st_name);
}

static bool is_kept(const struct object *o, const GElf_Shdr *h)
{
	return h->sh_flags & SHF_ALLOC &&
	       (h->sh_flags & SHF_GROUP || !strcmp(section_name(o, h), ".eh_frame"));
}

static const char *type_of(const GElf_Shdr *h)
{
	return h->sh_type == SHT_NOBITS ? "nobits" : h->sh_type == SHT_NOTE ? "note" : "progbits";
}

static void begin_section(const struct object *o, const GElf_Shdr *h, size_t number)
{
	bool group = h->sh_flags & SHF_GROUP;

	fprintf(o->out, "\t.section\t%s,\"a%s%s%s%s\",@%s%s\n", section_name(o, h),
		h->sh_flags & SHF_WRITE ? "w" : "", h->sh_flags & SHF_EXECINSTR ? "x" : "",
		h->sh_flags & SHF_TLS ? "T" : "", group ? "G" : "", type_of(h),
		group ? "," GROUP : "");
	fprintf(o->out, "\t.p2align\t%d\n.Lgp.%zu:\n",
		__builtin_ctzll(h->sh_addralign | 1ull << 32), number);
}

/* Nothing that inline assembly, or any assembler, could take for its own. */
static void put_bytes(const struct object *o, const unsigned char *bytes, size_t n)
{
	for (size_t at = 0; at < n; at++) {
		unsigned char c = bytes[at];

		if (at % LINE == 0)
			fprintf(o->out, "%s\t.ascii\t\"", at ? "\"\n" : "");
		fprintf(o->out, isalnum(c) && c < 128 ? "%c" : "\\%03o", c);
	}
	fputs(n ? "\"\n" : "", o->out);
}

static void put_defined(const struct object *o, size_t section, size_t index)
{
	static const char *const types[] = { [STT_FUNC] = "function", [STT_OBJECT] = "object",
					     [STT_TLS] = "tls_object" };
	GElf_Sym s = symbol(o, index);
	unsigned type = GELF_ST_TYPE(s.st_info);
	const char *name = symbol_name(o, &s);

	if (s.st_shndx != section || type == STT_SECTION || !strncmp(name, ".L", 2))
		return;
	if (GELF_ST_BIND(s.st_info) == STB_WEAK)
		fprintf(o->out, "\t.weak\t%s\n", name);
	if (GELF_ST_VISIBILITY(s.st_other) == STV_HIDDEN)
		fprintf(o->out, "\t.hidden\t%s\n", name);
	if (type < sizeof types / sizeof *types && types[type])
		fprintf(o->out, "\t.type\t%s,@%s\n", name, types[type]);
	fprintf(o->out, "\t.set\t%s,.Lgp.%zu+%llu\n", name, section,
		(unsigned long long)s.st_value);
	if (s.st_size)
		fprintf(o->out, "\t.size\t%s,%llu\n", name, (unsigned long long)s.st_size);
}

static const char *relocation_name(unsigned type)
{
	switch (type) {
	case R_X86_64_64:
		return "R_X86_64_64";
	case R_X86_64_PC32:
		return "R_X86_64_PC32";
	case R_X86_64_PC64:
		return "R_X86_64_PC64";
	case R_X86_64_PLT32:
		return "R_X86_64_PLT32";
	case R_X86_64_GOTPCREL:
		return "R_X86_64_GOTPCREL";
	case R_X86_64_GOTPCRELX:
		return "R_X86_64_GOTPCRELX";
	case R_X86_64_REX_GOTPCRELX:
		return "R_X86_64_REX_GOTPCRELX";
	case R_X86_64_GOTTPOFF:
		return "R_X86_64_GOTTPOFF";
	default:
		die("a relocation is of no known type in", "the runtime");
		return "";
	}
}

static bool is_defined(const GElf_Sym *s)
{
	return s->st_shndx != SHN_UNDEF;
}

static bool is_alias(const GElf_Sym *s)
{
	return !is_defined(s) && GELF_ST_VISIBILITY(s->st_other) == STV_DEFAULT;
}

static bool is_own(const struct object *o, const GElf_Rela *r)
{
	GElf_Sym s = symbol(o, GELF_R_SYM(r->r_info));

	return is_defined(&s) && GELF_ST_BIND(s.st_info) == STB_LOCAL;
}

/* A number that refers to a place of the runtime's own; its size. */
static size_t put_own(const struct object *o, const GElf_Rela *r)
{
	GElf_Sym s = symbol(o, GELF_R_SYM(r->r_info));
	unsigned type = GELF_R_TYPE(r->r_info);
	size_t size = type == R_X86_64_PC32 ? 4 : 8;

	if (type != R_X86_64_PC32 && type != R_X86_64_PC64 && type != R_X86_64_64)
		die("cannot write a relocation to what is local:", relocation_name(type));
	fprintf(o->out, "\t%s\t.Lgp.%u%+lld%s\n", size == 4 ? ".long" : ".quad", s.st_shndx,
		(long long)s.st_value + (long long)r->r_addend, type == R_X86_64_64 ? "" : "-.");
	return size;
}

static void put_relocation(const struct object *o, const GElf_Rela *r, size_t section)
{
	GElf_Sym s = symbol(o, GELF_R_SYM(r->r_info));

	fprintf(o->out, "\t.reloc\t.Lgp.%zu+%llu,%s,%s%s", section,
		(unsigned long long)r->r_offset, relocation_name(GELF_R_TYPE(r->r_info)),
		is_alias(&s) ? "gp." : "", symbol_name(o, &s));
	fprintf(o->out, r->r_addend ? "%+lld\n" : "\n", (long long)r->r_addend);
}

/* ------------------------------------------------------------------ */

static int by_offset(const void *x, const void *y)
{
	const GElf_Rela *a = x, *b = y;

	return a->r_offset < b->r_offset ? -1 : a->r_offset > b->r_offset;
}

/* The relocations of a section, by offset; NULL: none. */
static GElf_Rela *relocations_of(const struct object *o, size_t section, size_t *n)
{
	Elf_Scn *scn = NULL;
	GElf_Rela *all = NULL;
	GElf_Shdr h;

	*n = 0;
	while ((scn = elf_nextscn(o->elf, scn))) {
		if (!gelf_getshdr(scn, &h) || h.sh_type != SHT_RELA || h.sh_info != section)
			continue;
		*n = h.sh_size / h.sh_entsize;
		all = calloc(*n, sizeof *all);
		if (!all)
			die("out of memory at", section_name(o, &h));
		for (size_t i = 0; i < *n; i++)
			gelf_getrela(elf_getdata(scn, NULL), (int)i, &all[i]);
		qsort(all, *n, sizeof *all, by_offset);
		break;
	}
	return all;
}

static void put_content(const struct object *o, const Elf_Data *data, size_t section)
{
	const unsigned char *bytes = data->d_buf;
	size_t at = 0, n;
	GElf_Rela *r = relocations_of(o, section, &n);

	for (size_t i = 0; i < n; i++) {
		if (!is_own(o, &r[i])) {
			put_relocation(o, &r[i], section);
			continue;
		}
		put_bytes(o, bytes + at, r[i].r_offset - at);
		at = r[i].r_offset + put_own(o, &r[i]);
	}
	put_bytes(o, bytes + at, data->d_size - at);
	free(r);
}

static void put_section(const struct object *o, Elf_Scn *scn, const GElf_Shdr *h)
{
	size_t number = elf_ndxscn(scn);
	Elf_Data *data = elf_rawdata(scn, NULL);

	begin_section(o, h, number);
	if (h->sh_type == SHT_NOBITS)
		fprintf(o->out, "\t.zero\t%llu\n", (unsigned long long)h->sh_size);
	else if (data)
		put_content(o, data, number);
	for (size_t i = 1; i < o->nsymbols; i++)
		put_defined(o, number, i);
}

/* What the object needs that is not its own. */
static void put_outside(const struct object *o)
{
	for (size_t i = 1; i < o->nsymbols; i++) {
		GElf_Sym s = symbol(o, i);
		const char *name = symbol_name(o, &s);

		if (is_defined(&s))
			continue;
		if (GELF_ST_BIND(s.st_info) != STB_WEAK)
			die("the runtime needs", name);
		if (is_alias(&s))
			fprintf(o->out, "\t.weakref\tgp.%s,%s\n", name, name);
		else
			fprintf(o->out, "\t.weak\t%s\n\t.hidden\t%s\n", name, name);
	}
}

static void find_symbols(struct object *o)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr h;

	while ((scn = elf_nextscn(o->elf, scn)))
		if (gelf_getshdr(scn, &h) && h.sh_type == SHT_SYMTAB) {
			o->symtab = scn;
			o->symbols = elf_getdata(scn, NULL);
			o->nsymbols = h.sh_size / h.sh_entsize;
		}
}

static void put_all(const struct object *o)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr h;

	while ((scn = elf_nextscn(o->elf, scn)))
		if (gelf_getshdr(scn, &h) && is_kept(o, &h))
			put_section(o, scn, &h);
}

int main(int argc, char **argv)
{
	struct object o = { 0 };
	int fd;

	if (argc != 3)
		die("usage: asm_data OBJECT OUTPUT; there are", "other arguments");
	fd = open(argv[1], O_RDONLY);
	elf_version(EV_CURRENT);
	o.elf = elf_begin(fd, ELF_C_READ, NULL);
	o.out = fopen(argv[2], "w");
	if (!o.elf || !o.out || elf_getshdrstrndx(o.elf, &o.names) < 0)
		die("cannot open", o.elf ? argv[2] : argv[1]);
	find_symbols(&o);
	if (!o.symbols)
		die("no symbols in", argv[1]);
	fputs("\n\t.cfi_endproc\n\t.pushsection\t" GPROF_SEC_TEXT ",\"axG\",@progbits," GROUP "\n",
	      o.out);
	put_outside(&o);
	put_all(&o);
	fputs("\t.popsection\n\t.cfi_startproc\n", o.out);
	elf_end(o.elf);
	if (fclose(o.out))
		die("cannot write", argv[2]);
	return 0;
}
