/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * binary.c - an executable with a symbol table and a static call graph, but without
 * code: .text is a hole in the file.  See make.h; the layouts are in format.h.
 */
#include "make.h"

#include <elf.h>
#include <gprof-llvm/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct layout layout;

struct section {
	const char *name;
	Elf64_Shdr header;
	const void *bytes; /* NULL: a hole, or nothing */
};

enum { S_NULL, S_TEXT, S_NOTE, S_CG, S_STR, S_FN, S_CNT, S_SYMTAB, S_STRTAB, S_NAMES, S_ALL };

/* Strings, one after the other; what is never freed ends with the process. */
struct text {
	char *bytes;
	size_t n, room;
};

void *need(void *p)
{
	if (p)
		return p;
	fputs("make: out of memory\n", stderr);
	exit(1);
}

static uint32_t put(struct text *t, const char *string)
{
	size_t n = strlen(string) + 1, at = t->n;

	if (t->n + n > t->room) {
		t->room = 2 * t->room + n + 4096;
		t->bytes = need(realloc(t->bytes, t->room));
	}
	memcpy(t->bytes + at, string, n);
	t->n += n;
	return at;
}

/* Where names are in gprof_str: functions first, then externals. */
static uint32_t *put_names(const struct shape *s, struct text *t)
{
	uint32_t *at = need(calloc(s->functions + (size_t)s->nexternals, sizeof *at));
	char name[NAME_SIZE];

	for (uint32_t i = 0; i < s->functions; i++) {
		shape_name(name, i);
		at[i] = put(t, name);
	}
	for (uint32_t i = 0; i < s->nexternals; i++)
		at[s->functions + i] = put(t, s->externals[i]);
	return at;
}

static size_t calls_of(const struct shape *s, size_t first)
{
	size_t n = 0;

	while (first + n < s->ncalls && s->calls[first + n].from == s->calls[first].from)
		n++;
	return n;
}

/* Records of all functions; record[i] becomes the address of i's. */
static char *make_records(const struct shape *s, const uint32_t *name_at, uint64_t *record)
{
	char *bytes = need(calloc(1, layout.cg_size)), *p = bytes;
	uint64_t at = layout.cg, word = 0;
	size_t call = 0;

	for (uint32_t i = 0; i < s->functions; i++) {
		size_t n = call < s->ncalls && s->calls[call].from == i ? calls_of(s, call) : 0;
		struct gprof_cg_func f = {
			.head = { GPROF_CG_FUNC, GPROF_CG_VERSION,
				  sizeof f + n * sizeof(struct gprof_cg_site) },
			.flags = GPROF_FN_EXPORTED, .ncounters = 1 + n, .nsites = n,
			.line = i + 1 };

		record[i] = at;
		f.counters = layout.cnt + 8 * word - at - offsetof(struct gprof_cg_func, counters);
		f.name = layout.str + name_at[i] - at - offsetof(struct gprof_cg_func, name);
		memcpy(p, &f, sizeof f);
		p += sizeof f;
		at += sizeof f;
		for (size_t k = 0; k < n; k++, at += sizeof(struct gprof_cg_site)) {
			struct gprof_cg_site site = { .kind = GPROF_SITE_DIRECT, .counter = 1 + k,
						      .line = i + 1 };

			site.callee = layout.str + name_at[s->calls[call + k].to] - at;
			memcpy(p, &site, sizeof site);
			p += sizeof site;
		}
		call += n;
		word += 1 + n;
	}
	return bytes;
}

static struct gprof_fn *make_joins(const struct shape *s, const uint64_t *record)
{
	struct gprof_fn *fn = need(calloc(s->functions + 1, sizeof *fn));

	for (uint32_t i = 0; i < s->functions; i++) {
		uint64_t at = layout.fn + i * sizeof *fn;

		fn[i].func = TEXT + (uint64_t)TEXT_STEP * i - at;
		fn[i].record = record[i] - (at + 4);
	}
	return fn;
}

static Elf64_Sym *make_symbols(const struct shape *s, struct text *names)
{
	Elf64_Sym *symbols = need(calloc(s->functions + 1, sizeof *symbols));
	char name[NAME_SIZE];

	put(names, "");
	for (uint32_t i = 0; i < s->functions; i++) {
		shape_name(name, i);
		symbols[i + 1] = (Elf64_Sym){
			.st_name = put(names, name), .st_shndx = S_TEXT, .st_size = TEXT_STEP,
			.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
			.st_value = TEXT + (uint64_t)TEXT_STEP * i };
	}
	return symbols;
}

static uint64_t hash(uint64_t value, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	while (n--)
		value = (value ^ *p++) * 0x100000001b3u;
	return value;
}

static void hash_content(const char *records)
{
	uint64_t sizes[2] = { layout.cg_size, 8 * layout.words };

	layout.content_hash = hash(hash(0xcbf29ce484222325u, sizes, sizeof sizes), records,
				   layout.cg_size);
}

static uint64_t align(uint64_t n)
{
	return (n + 4095) & ~UINT64_C(4095);
}

/* ------------------------------------------------------------------ */

static void plan(const struct shape *s, size_t strings)
{
	layout.words = s->functions + s->ncalls;
	layout.cg = align(TEXT + (uint64_t)TEXT_STEP * s->functions + 4096);
	layout.cg_size = s->functions * sizeof(struct gprof_cg_func) +
			 s->ncalls * sizeof(struct gprof_cg_site);
	layout.str = align(layout.cg + layout.cg_size);
	layout.str_size = strings;
	layout.fn = align(layout.str + strings);
	layout.cnt = align(layout.fn + s->functions * sizeof(struct gprof_fn));
}

static struct section allocated(const char *name, uint64_t address, uint64_t size,
				const void *bytes)
{
	return (struct section){ name, { .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC,
					 .sh_addr = address, .sh_size = size,
					 .sh_addralign = 16 }, bytes };
}

static void write_sections(struct section *sections, FILE *out)
{
	Elf64_Ehdr e = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
			 .e_type = ET_EXEC, .e_machine = EM_X86_64, .e_version = EV_CURRENT,
			 .e_entry = TEXT, .e_ehsize = sizeof e, .e_shentsize = sizeof(Elf64_Shdr),
			 .e_shnum = S_ALL, .e_shstrndx = S_NAMES };
	struct text names = { 0 };
	uint64_t at = 4096;

	for (int i = 0; i < S_ALL; i++)
		sections[i].header.sh_name = put(&names, sections[i].name);
	sections[S_NAMES].bytes = names.bytes;
	sections[S_NAMES].header.sh_size = names.n;
	for (int i = 1; i < S_ALL; i++) {
		Elf64_Shdr *h = &sections[i].header;

		h->sh_offset = at;
		if (h->sh_type == SHT_NOBITS)
			continue;
		fseek(out, at, SEEK_SET);
		if (sections[i].bytes)
			fwrite(sections[i].bytes, 1, h->sh_size, out);
		at = align(at + h->sh_size);
	}
	e.e_shoff = at;
	fseek(out, at, SEEK_SET);
	for (int i = 0; i < S_ALL; i++)
		fwrite(&sections[i].header, sizeof sections[i].header, 1, out);
	rewind(out);
	fwrite(&e, sizeof e, 1, out);
}

void write_binary(const struct shape *s, const char *path)
{
	static const struct {
		Elf64_Nhdr head;
		char name[4], id[8];
	} note = { { 4, 8, NT_GNU_BUILD_ID }, "GNU", "scaling" };
	struct text strings = { 0 }, names = { 0 };
	uint32_t *name_at = put_names(s, &strings);
	uint64_t *record = need(calloc(s->functions, sizeof *record));
	struct section sections[S_ALL] = { [S_NULL] = { .name = "" } };
	FILE *out = fopen(path, "w");
	char *records;

	plan(s, strings.n);
	records = make_records(s, name_at, record);
	hash_content(records);
	sections[S_TEXT] = allocated(".text", TEXT, (uint64_t)TEXT_STEP * s->functions, NULL);
	sections[S_TEXT].header.sh_flags |= SHF_EXECINSTR;
	sections[S_NOTE] = allocated(".note.gnu.build-id", 0x400200, sizeof note, &note);
	sections[S_NOTE].header.sh_type = SHT_NOTE;
	sections[S_NOTE].header.sh_addralign = 4;
	sections[S_CG] = allocated(GPROF_SEC_CG, layout.cg, layout.cg_size, records);
	sections[S_STR] = allocated(GPROF_SEC_STR, layout.str, strings.n, strings.bytes);
	sections[S_FN] = allocated(GPROF_SEC_FN, layout.fn, s->functions * sizeof(struct gprof_fn),
				   make_joins(s, record));
	sections[S_CNT] = allocated(GPROF_SEC_CNT, layout.cnt, 8 * layout.words, NULL);
	sections[S_CNT].header.sh_type = SHT_NOBITS;
	sections[S_CNT].header.sh_flags |= SHF_WRITE;
	sections[S_SYMTAB] = (struct section){
		".symtab", { .sh_type = SHT_SYMTAB, .sh_link = S_STRTAB, .sh_info = 1,
			     .sh_entsize = sizeof(Elf64_Sym), .sh_addralign = 8,
			     .sh_size = (s->functions + 1) * sizeof(Elf64_Sym) },
		make_symbols(s, &names) };
	sections[S_STRTAB] = (struct section){
		".strtab", { .sh_type = SHT_STRTAB, .sh_size = names.n, .sh_addralign = 1 },
		names.bytes };
	sections[S_NAMES] = (struct section){
		".shstrtab", { .sh_type = SHT_STRTAB, .sh_addralign = 1 }, NULL };
	if (out)
		write_sections(sections, out);
	if (!out || fclose(out)) {
		perror(path);
		exit(1);
	}
	free(records);
	free(name_at);
	free(record);
}
