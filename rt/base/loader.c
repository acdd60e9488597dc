/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * loader.c - see loader.h.
 *
 * The loader shows debuggers its list of objects by DT_DEBUG in the program's dynamic section
 * (System V ABI, link.h); each has a GNU hash table of its symbols.  A microsecond a name.
 */
#include "base/loader.h"
#include "base/text.h"

#include <elf.h>
#include <link.h>

/* An object's tables of symbols. */
struct symbols {
	const ElfW(Sym) *symbol;
	const char *text;
	const uint32_t *hash; /* buckets, first symbol, words of the filter, shift; then those */
};

static const ElfW(Phdr) *program_headers(unsigned *n)
{
	const ElfW(Phdr) *ph = (const ElfW(Phdr) *)gprt_auxv(AT_PHDR);

	if (!ph || gprt_auxv(AT_PHENT) != sizeof(*ph))
		return NULL;
	*n = (unsigned)gprt_auxv(AT_PHNUM);
	return ph;
}

static const ElfW(Phdr) *find_header(uint32_t type)
{
	unsigned n;
	const ElfW(Phdr) *ph = program_headers(&n);

	for (unsigned i = 0; ph && i < n; i++)
		if (ph[i].p_type == type)
			return &ph[i];
	return NULL;
}

/* A program that is not moved has no PT_PHDR, and its headers begin its image. */
bool gprt_program_bias(uintptr_t *bias)
{
	unsigned n;
	const ElfW(Phdr) *all = program_headers(&n), *ph = find_header(PT_PHDR);

	if (ph) {
		*bias = (uintptr_t)all - ph->p_vaddr;
		return true;
	}
	for (unsigned i = 0; all && i < n; i++) {
		if (all[i].p_type == PT_LOAD && !all[i].p_offset) {
			*bias = (uintptr_t)all - sizeof(ElfW(Ehdr)) - all[i].p_vaddr;
			return true;
		}
	}
	return false;
}

bool gprt_in_program(uintptr_t at)
{
	uintptr_t bias;
	unsigned n;
	const ElfW(Phdr) *ph = program_headers(&n);

	if (!gprt_program_bias(&bias))
		return false;
	for (unsigned i = 0; i < n; i++)
		if (ph[i].p_type == PT_LOAD && at - (bias + ph[i].p_vaddr) < ph[i].p_memsz)
			return true;
	return false;
}

/* The program comes first; NULL in a static one. */
static const struct link_map *first_object(void)
{
	const ElfW(Phdr) *ph = find_header(PT_DYNAMIC);
	const struct r_debug *debug = NULL;
	uintptr_t bias;

	if (!ph || !gprt_program_bias(&bias))
		return NULL;
	for (const ElfW(Dyn) *d = (const ElfW(Dyn) *)(bias + ph->p_vaddr); d->d_tag; d++)
		if (d->d_tag == DT_DEBUG)
			debug = (const struct r_debug *)d->d_un.d_ptr;
	return debug ? debug->r_map : NULL;
}

/* glibc has put addresses where other loaders leave offsets. */
static const void *pointer(const struct link_map *l, uintptr_t at)
{
	return (const void *)(at < l->l_addr ? at + l->l_addr : at);
}

static struct symbols symbols_of(const struct link_map *l)
{
	struct symbols s = { NULL, NULL, NULL };

	for (const ElfW(Dyn) *d = l->l_ld; d && d->d_tag; d++) {
		if (d->d_tag == DT_SYMTAB)
			s.symbol = pointer(l, d->d_un.d_ptr);
		else if (d->d_tag == DT_STRTAB)
			s.text = pointer(l, d->d_un.d_ptr);
		else if (d->d_tag == DT_GNU_HASH)
			s.hash = pointer(l, d->d_un.d_ptr);
	}
	return s;
}

static uint32_t hash_of(const char *name)
{
	uint32_t h = 5381;

	for (; *name; name++)
		h = h * 33 + (unsigned char)*name;
	return h;
}

static bool is_function(const struct symbols *s, uint32_t i, const char *name)
{
	const ElfW(Sym) *symbol = &s->symbol[i];

	return symbol->st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol->st_info) == STT_FUNC &&
	       gprt_equal(s->text + symbol->st_name, name);
}

static void *function_in(const struct link_map *l, const char *name, uint32_t hash)
{
	const struct symbols s = symbols_of(l);
	const uint32_t *buckets, *chain;
	uint32_t i;

	if (!s.symbol || !s.text || !s.hash || !s.hash[0])
		return NULL;
	buckets = s.hash + 4 + s.hash[2] * (sizeof(ElfW(Addr)) / sizeof(*buckets));
	chain = buckets + s.hash[0];
	i = buckets[hash % s.hash[0]];
	if (i < s.hash[1])
		return NULL;
	for (;; i++) {
		uint32_t word = chain[i - s.hash[1]];

		if ((word | 1) == (hash | 1) && is_function(&s, i, name))
			return (void *)(l->l_addr + s.symbol[i].st_value);
		if (word & 1) /* the last of its bucket */
			return NULL;
	}
}

void *gprt_library_function(const char *name)
{
	const struct link_map *l = first_object();
	uint32_t hash = hash_of(name);
	void *found = NULL;

	while (l && !found && (l = l->l_next))
		found = function_in(l, name, hash);
	return found;
}
