/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * elfobj.c - see elfobj.h.
 */
#include "binary/elfobj.h"
#include "base/file.h"
#include "base/magic.h"
#include "base/keyed_sort.h"
#include "binary/bare.h"
#include "binary/labels.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_address(const void *x, const void *y, void *unused)
{
	const struct elf_section *a = x, *b = y;

	(void)unused;
	return a->address < b->address ? -1 : a->address > b->address;
}

#define VERSION_OLD 0x8000 /* of a version: marked hidden, nothing new binds to it */

static bool is_global_name(const struct elf_symbol *s)
{
	return s->global && s->name[0] != '_';
}

/* Of several names for one address the first is the one to show. */
static int by_symbol(const void *x, const void *y, void *unused)
{
	const struct elf_symbol *a = x, *b = y;

	(void)unused;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (!a->size != !b->size)
		return a->size ? -1 : 1;
	if (is_global_name(a) != is_global_name(b))
		return is_global_name(a) ? -1 : 1;
	if (a->old != b->old)
		return a->old ? 1 : -1;
	if (a->global != b->global)
		return a->global ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* ------------------------------------------------------------------ */

static void add_section(struct elfobj *o, Elf_Scn *scn, const GElf_Shdr *h, const char *name,
			uint64_t address)
{
	struct elf_section *s = gp_push(o->sections, o->nsections, o->sections_room);
	bool here = h->sh_type != SHT_NOBITS && h->sh_size;
	const unsigned char *bytes = here ? pages_part(&o->pages, h->sh_offset, h->sh_size)
					  : NULL;
	Elf_Data *data = here && !bytes ? elf_rawdata(scn, NULL) : NULL;

	s->name = name;
	s->index = elf_ndxscn(scn);
	s->address = address;
	s->executable = h->sh_flags & SHF_EXECINSTR;
	s->size = h->sh_size;
	s->bytes = bytes;
	s->bytes_size = bytes ? h->sh_size : 0;
	if (data && data->d_buf) {
		s->bytes = data->d_buf;
		s->bytes_size = data->d_size < h->sh_size ? data->d_size : h->sh_size;
	}
}

/* No byte of a file is in two sections: so what is read is bounded by its size. */
static int check_overlap(const struct elfobj *o, struct gp_error *e)
{
	size_t left = o->size;

	for (size_t i = 0; i < o->nsections; i++) {
		if (o->sections[i].bytes_size > left)
			return gp_fail(e, "'%s' has sections that overlap", o->path);
		left -= o->sections[i].bytes_size;
	}
	return 0;
}

static int read_sections(struct elfobj *o, struct gp_error *e)
{
	uint64_t next = 4096;
	Elf_Scn *scn = NULL;
	size_t strings;

	if (bare_is(o))
		bare_read(o);
	else if (elf_getshdrstrndx(o->elf, &strings) < 0)
		return gp_fail(e, "'%s' has no section table", o->path);
	while ((scn = elf_nextscn(o->elf, scn))) {
		const char *name;
		GElf_Shdr h;

		if (!gelf_getshdr(scn, &h) || !(h.sh_flags & SHF_ALLOC) ||
		    (h.sh_flags & SHF_TLS && h.sh_type == SHT_NOBITS))
			continue;
		name = elf_strptr(o->elf, strings, h.sh_name);
		if (!name)
			return gp_fail(e, "'%s' has a section without a name", o->path);
		if (!o->relocatable) {
			add_section(o, scn, &h, name, h.sh_addr);
			continue;
		}
		/* Apart from each other, so that no reference reads as "none". */
		add_section(o, scn, &h, name, next);
		next = (next + h.sh_size + 4096) & ~UINT64_C(4095);
	}
	if (check_overlap(o, e) < 0)
		return -1;
	gp_sort(o->sections, o->nsections, sizeof *o->sections, by_address, NULL);
	return 0;
}

static void add_symbol(struct elfobj *o, const GElf_Sym *sym, const char *name)
{
	struct elf_symbol *s = gp_push(o->symbols, o->nsymbols, o->symbols_room);
	int type = GELF_ST_TYPE(sym->st_info);

	s->name = name;
	s->address = sym->st_value;
	s->size = sym->st_size;
	s->ifunc = type == STT_GNU_IFUNC;
	s->label = type == STT_NOTYPE && !s->size;
	s->function = type != STT_NOTYPE || s->label;
	s->global = GELF_ST_BIND(sym->st_info) != STB_LOCAL;
}

size_t elf_part_of(const char *name)
{
	const char *part = strstr(name, ".cold");
	size_t n = strlen(name);

	if (!part)
		part = strstr(name, ".__part.");
	if (!part && n > 3 && !strcmp(name + n - 3, ".eh"))
		part = name + n - 3;
	return part ? part - name : 0;
}

/* Parts that clang makes have a size, and no type. */
static bool is_function(const GElf_Sym *sym, const char *name)
{
	int type = GELF_ST_TYPE(sym->st_info);

	return sym->st_shndx != SHN_UNDEF &&
	       (type == STT_FUNC || type == STT_GNU_IFUNC ||
		(type == STT_NOTYPE && sym->st_size && elf_part_of(name)));
}

/* An imported function whose address the executable takes: its PLT entry. */
static void add_stub(struct elfobj *o, const GElf_Sym *sym, const char *name)
{
	int created;
	uint32_t *at;

	if (sym->st_shndx != SHN_UNDEF || !sym->st_value ||
	    GELF_ST_TYPE(sym->st_info) != STT_FUNC)
		return;
	at = gp_map_put(&o->stubs, sym->st_value, 0, &created);
	if (created) {
		*at = o->nstubs;
		*gp_push(o->stub_names, o->nstubs, o->stubs_room) = name;
	}
}

static Elf_Data *find_table(struct elfobj *o, unsigned type, GElf_Shdr *h)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(o->elf, scn)))
		if (gelf_getshdr(scn, h) && h->sh_type == type)
			return elf_getdata(scn, NULL);
	return NULL;
}

static size_t read_table(struct elfobj *o, unsigned type, bool stubs)
{
	GElf_Shdr h;
	Elf_Data *data = find_table(o, type, &h);
	size_t n = data && h.sh_entsize ? h.sh_size / h.sh_entsize : 0;
	GElf_Sym sym;

	if (data && !stubs)
		o->symbols = gp_reserve(o->symbols, &o->symbols_room,
					data->d_size / sizeof(Elf64_Sym), sizeof *o->symbols);
	for (size_t i = 0; i < n && gelf_getsym(data, i, &sym); i++) {
		const char *name = elf_strptr(o->elf, h.sh_link, sym.st_name);

		if (!name || !*name)
			continue;
		if (stubs)
			add_stub(o, &sym, name);
		else if (is_function(&sym, name) ||
			 (type == SHT_SYMTAB && labels_are(o, &sym, name)))
			add_symbol(o, &sym, name);
	}
	return n;
}

/* The functions that the dynamic symbol table exports, one after the other. */
struct exports {
	const struct elfobj *o;
	GElf_Shdr header;           /* of the table */
	Elf_Data *table, *versions; /* versions: NULL if the object has none */
	size_t next, n;             /* entries of the table */
	bool old;                   /* the last one's version */
};

static void exports_begin(struct elfobj *o, struct exports *x)
{
	GElf_Shdr unused;

	*x = (struct exports){ .o = o };
	x->table = find_table(o, SHT_DYNSYM, &x->header);
	x->versions = find_table(o, SHT_GNU_versym, &unused);
	if (x->table && x->header.sh_entsize)
		x->n = x->header.sh_size / x->header.sh_entsize;
}

/* The next one's name, or NULL. */
static const char *exports_next(struct exports *x, GElf_Sym *sym)
{
	while (x->next < x->n && gelf_getsym(x->table, x->next, sym)) {
		const char *name = elf_strptr(x->o->elf, x->header.sh_link, sym->st_name);
		GElf_Versym version;

		x->old = x->versions && gelf_getversym(x->versions, x->next, &version) &&
			 version & VERSION_OLD;
		x->next++;
		if (name && is_function(sym, name) && GELF_ST_BIND(sym->st_info) != STB_LOCAL)
			return name;
	}
	return NULL;
}

/* Without the version that linkers add to names in .symtab: "name@OLD", "name@@NEW". */
static uint64_t hash_of(const char *name)
{
	return gp_hash(GP_HASH_START, name, strcspn(name, "@"));
}

/*
 * Takes exported names as .dynsym has them, and marks those that are there for old programs: in
 * glibc 'cfree' is free() as well, but nothing new calls it so.
 */
static void take_exported_names(struct elfobj *o)
{
	struct name {
		const char *text;
		bool old;
	} *names = NULL;
	struct gp_map at_address = { 0 };
	size_t n = 0, room = 0;
	struct exports x;
	const char *text;
	GElf_Sym sym;
	int created;

	exports_begin(o, &x);
	while ((text = exports_next(&x, &sym))) {
		uint32_t *at = gp_map_put(&at_address, sym.st_value, hash_of(text), &created);

		if (created) {
			*at = n;
			*gp_push(names, n, room) = (struct name){ text, x.old };
		}
		names[*at].old &= x.old;
	}
	for (size_t i = 0; i < o->nsymbols && x.versions; i++) {
		struct elf_symbol *s = &o->symbols[i];
		uint32_t at = gp_map_get(&at_address, s->address, hash_of(s->name));

		if (at == GP_NONE)
			continue;
		s->name = names[at].text;
		s->old = names[at].old;
	}
	gp_map_release(&at_address);
	free(names);
}

/* By address first, which is all that most symbols need. */
static void sort_symbols(struct elfobj *o)
{
	struct elf_symbol *sorted = gp_alloc(o->nsymbols, sizeof *sorted);
	struct numbered_item *order = gp_alloc(o->nsymbols, sizeof *order);

	take_exported_names(o);
	for (size_t i = 0; i < o->nsymbols; i++)
		order[i] = (struct numbered_item){ o->symbols[i].address, i };
	sort_by_number(order, o->nsymbols);
	for (size_t i = 0, end; i < o->nsymbols; i = end) {
		for (end = i; end < o->nsymbols && order[end].number == order[i].number; end++)
			sorted[end] = o->symbols[order[end].item];
		gp_sort(sorted + i, end - i, sizeof *sorted, by_symbol, NULL);
	}
	free(order);
	free(o->symbols);
	o->symbols = sorted;
	o->symbols_room = o->nsymbols;
}

uint32_t elfobj_symbol_named(struct elfobj *o, const char *name)
{
	if (!o->names_read)
		gp_names_reserve(&o->by_name, o->nsymbols);
	for (size_t i = 0; i < o->nsymbols && !o->names_read; i++) {
		int created;
		uint32_t *at = gp_names_put(&o->by_name, o->symbols[i].name, &created);

		if (created || (o->symbols[i].global && !o->symbols[*at].global))
			*at = i;
	}
	o->names_read = true;
	return gp_names_get(&o->by_name, name);
}

static void read_symbols(struct elfobj *o)
{
	if (o->relocatable)
		return;
	read_table(o, SHT_SYMTAB, false);
	o->stripped = !o->nsymbols;
	if (o->stripped)
		read_table(o, SHT_DYNSYM, false);
	read_table(o, SHT_DYNSYM, true);
	sort_symbols(o);
	labels_measure(o, !o->stripped);
}

/* The first symbol that is not below the address. */
static size_t first_symbol(const struct elfobj *o, uint64_t address)
{
	return gp_first(i, o->nsymbols, o->symbols[i].address < address);
}

/* Names other objects can bind to. */
static void read_exported(struct elfobj *o)
{
	struct exports x;
	const char *name;
	GElf_Sym sym;
	int created;

	exports_begin(o, &x);
	while ((name = exports_next(&x, &sym))) {
		size_t at = first_symbol(o, sym.st_value);

		if (!x.old && at < o->nsymbols && o->symbols[at].address == sym.st_value)
			*gp_names_put(&o->exported, name, &created) = at;
	}
}

void elfobj_set_symbols(struct elfobj *o, struct elf_symbol *symbols, size_t n)
{
	free(o->symbols);
	gp_names_release(&o->by_name);
	gp_names_release(&o->exported);
	o->symbols = symbols;
	o->nsymbols = n;
	o->names_read = false;
	sort_symbols(o);
	labels_measure(o, true);
	read_exported(o);
}

/*
 * The build-id among notes, as the runtime reads it (rt/record/modules.c): elfutils takes the
 * alignment of a segment for each note's alignment, but mold puts notes of 4 and of 8 into one.
 */
static void find_build_id(struct elfobj *o, const unsigned char *p, size_t n)
{
	GElf_Nhdr note;

	for (size_t at = 0; n - at >= sizeof note;) {
		size_t desc, end;

		memcpy(&note, p + at, sizeof note);
		desc = at + sizeof note + ((note.n_namesz + UINT64_C(3)) & ~UINT64_C(3));
		end = desc + ((note.n_descsz + UINT64_C(3)) & ~UINT64_C(3));
		if (desc > n || note.n_descsz > n - desc)
			return;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    !memcmp(p + at + sizeof note, "GNU", 4)) {
			o->build_id_size = note.n_descsz < sizeof o->build_id
						   ? note.n_descsz : sizeof o->build_id;
			memcpy(o->build_id, p + desc, o->build_id_size);
			return;
		}
		for (at = end; at < n && n - at >= 4 && !memcmp(p + at, "\0\0\0", 4);)
			at += 4;
		if (at > n)
			return;
	}
}

/* Of a file without program headers for notes, by its sections. */
static void read_section_id(struct elfobj *o)
{
	const void *bytes;
	ssize_t n = dwelf_elf_gnu_build_id(o->elf, &bytes);

	if (n <= 0)
		return;
	o->build_id_size = (size_t)n < sizeof o->build_id ? (size_t)n : sizeof o->build_id;
	memcpy(o->build_id, bytes, o->build_id_size);
}

static void read_build_id(struct elfobj *o)
{
	size_t n;

	if (elf_getphdrnum(o->elf, &n) < 0)
		return;
	for (size_t i = 0; i < n && !o->build_id_size; i++) {
		GElf_Phdr ph;
		Elf_Data *data;

		if (!gelf_getphdr(o->elf, (int)i, &ph) || ph.p_type != PT_NOTE)
			continue;
		data = elf_getdata_rawchunk(o->elf, ph.p_offset, ph.p_filesz, ELF_T_BYTE);
		if (data)
			find_build_id(o, data->d_buf, data->d_size);
	}
	if (!o->build_id_size)
		read_section_id(o);
}

/* The section table comes last: a copy that was interrupted lacks it. */
static int check_end(const struct elfobj *o, const GElf_Ehdr *h, struct gp_error *e)
{
	uint64_t room = o->size > h->e_shoff ? o->size - h->e_shoff : 0;

	if (!h->e_shoff || room >= (uint64_t)h->e_shnum * h->e_shentsize)
		return 0;
	return gp_fail(e, "'%s' is cut off after %zu bytes: copy it again", o->path, o->size);
}

static int read_all(struct elfobj *o, struct gp_error *e)
{
	GElf_Ehdr h;

	if (elf_kind(o->elf) != ELF_K_ELF || !gelf_getehdr(o->elf, &h))
		return gp_fail(e, "'%s' is not an ELF file", o->path);
	if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_ident[EI_DATA] != ELFDATA2LSB)
		return gp_fail(e, "'%s' is not for a 64-bit little-endian processor", o->path);
	if (check_end(o, &h, e) < 0)
		return -1;
	o->relocatable = h.e_type == ET_REL;
	o->fixed = h.e_type == ET_EXEC;
	o->machine = h.e_machine;
	if (read_sections(o, e) < 0)
		return -1;
	read_symbols(o);
	if (!o->relocatable) {
		read_exported(o);
		read_build_id(o);
	}
	return 0;
}

int elfobj_check_kind(const char *path, struct gp_error *e)
{
	char magic[SELFMAG] = "";
	int fd = file_open(path);
	ssize_t n;

	if (fd < 0)
		return 0;
	n = read(fd, magic, sizeof magic);
	close(fd);
	if (n == sizeof magic && !memcmp(magic, ELFMAG, SELFMAG))
		return 0;
	if (n == sizeof magic && !memcmp(magic, GMON_MAGIC, sizeof magic))
		return gp_fail(e, "'%s' is a profile of the form of GNU gprof: `gprof-llvm gprof "
			       "PROGRAM %s' reads it", path, path);
	return gp_fail(e, "'%s' is neither a profile nor an executable: name the program that ran, "
		       "or its profile", path);
}

int elfobj_open(struct elfobj *o, const char *path, struct gp_error *e)
{
	struct stat st;
	int rc;

	memset(o, 0, sizeof *o);
	o->path = gp_strdup(path);
	o->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a profile may name a pipe */
	if (o->fd < 0 || fstat(o->fd, &st) < 0) {
		gp_fail(e, "cannot open '%s': %s", path, strerror(errno));
		elfobj_close(o);
		return -1;
	}
	o->size = st.st_size;
	elf_version(EV_CURRENT);
	pages_open(&o->pages, o->fd, o->size);
	gp_memory_watch();
	o->elf = elf_begin(o->fd, ELF_C_READ_MMAP, NULL);
	rc = o->elf ? read_all(o, e) : gp_fail(e, "'%s' is not an ELF file", o->path);
	gp_memory_check();
	if (rc < 0)
		elfobj_close(o);
	return rc;
}

void elfobj_close(struct elfobj *o)
{
	free(o->path);
	if (o->elf)
		elf_end(o->elf);
	if (o->fd >= 0)
		close(o->fd);
	pages_close(&o->pages);
	for (size_t i = 0; i < o->nowned; i++)
		free(o->owned[i]);
	free(o->owned);
	free(o->sections);
	free(o->symbols);
	gp_names_release(&o->by_name);
	gp_names_release(&o->exported);
	gp_map_release(&o->stubs);
	free(o->stub_names);
	free(o->codes);
	gp_map_release(&o->slot_at);
	free(o->slots);
	memset(o, 0, sizeof *o);
	o->fd = -1;
}

const struct elf_symbol *elfobj_symbol_at(const struct elfobj *o, uint64_t address)
{
	size_t at = first_symbol(o, address);

	if (at < o->nsymbols && o->symbols[at].address == address)
		return &o->symbols[at];
	if (!at)
		return NULL;
	/* The first of the symbols at that address is the one to show. */
	at = first_symbol(o, o->symbols[at - 1].address);
	return address - o->symbols[at].address < o->symbols[at].size ? &o->symbols[at] : NULL;
}
