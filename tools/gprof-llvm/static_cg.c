/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * static_cg.c - see static_cg.h; the layout is in gprof-llvm/format.h.
 *
 * Two passes over gprof_cg: module records first, since functions refer to
 * them; then gprof_fn, which gives functions their addresses.
 */
#include "static_cg.h"

#include <stdlib.h>
#include <string.h>

struct parser {
	struct static_cg *cg;
	const struct elf_section *sections;
	size_t nsections;
	const struct elf_section *at; /* section being read */
	const struct elf_section *strings; /* the last that a string was found in */
	uint64_t strings_end; /* bytes of it that end with a NUL */
	size_t nfunctions, nsites; /* seen in the first pass */
	struct gp_map modules; /* address of a record -> modules */
	struct gp_error *e;
};

static int fail(struct parser *p, uint64_t offset, const char *what)
{
	return gp_fail(p->e, "section '%s' is damaged: the record at offset %#llx %s", p->at->name,
		       (unsigned long long)offset, what);
}

/* Section that holds 'size' bytes at an address, or NULL. */
static const struct elf_section *section_of(const struct parser *p, uint64_t address, uint64_t size)
{
	size_t low = gp_first(i, p->nsections, p->sections[i].address <= address);
	const struct elf_section *s;

	/* Empty sections may stand at the address of the one before them. */
	while (low && !p->sections[low - 1].size)
		low--;
	if (!low)
		return NULL;
	s = &p->sections[low - 1];
	return address - s->address <= s->size && size <= s->size - (address - s->address)
		       ? s : NULL;
}

/* Address meant by the field at 'offset' of the section being read; 0: none. */
static uint64_t relative(const struct parser *p, uint64_t offset)
{
	gprof_rel value;

	memcpy(&value, p->at->bytes + offset, sizeof value);
	return value ? p->at->address + offset + (int64_t)value : 0;
}

/* Finds the section of a string, and where the last string in it ends. */
static const struct elf_section *use_strings(struct parser *p, uint64_t address)
{
	const struct elf_section *s = section_of(p, address, 1);
	const unsigned char *nul = s && s->bytes ? memrchr(s->bytes, 0, s->bytes_size) : NULL;

	p->strings = s;
	p->strings_end = nul ? nul - s->bytes + 1 : 0;
	return s;
}

/* *text stays NULL when the field says none. */
static int read_string(struct parser *p, uint64_t record, uint64_t offset, const char **text)
{
	uint64_t address = relative(p, offset);
	const struct elf_section *s = p->strings;

	*text = NULL;
	if (!address)
		return 0;
	if (!s || address < s->address || address - s->address >= s->size)
		s = use_strings(p, address);
	if (!s || address - s->address >= p->strings_end)
		return fail(p, record, "refers to a string outside the file");
	*text = (const char *)s->bytes + (address - s->address);
	return 0;
}

#define FIELD(record, type, member) ((record) + offsetof(type, member))

static int read_module(struct parser *p, uint64_t at)
{
	struct gprof_cg_module m;
	struct cg_module *to;
	int created;

	memcpy(&m, p->at->bytes + at, sizeof m);
	to = gp_push(p->cg->modules, p->cg->nmodules, p->cg->modules_room);
	if (read_string(p, at, FIELD(at, struct gprof_cg_module, source), &to->source) < 0 ||
	    read_string(p, at, FIELD(at, struct gprof_cg_module, options), &to->options) < 0 ||
	    read_string(p, at, FIELD(at, struct gprof_cg_module, producer), &to->producer) < 0)
		return -1;
	to->source = to->source ? to->source : "";
	to->options = to->options ? to->options : "";
	to->producer = to->producer ? to->producer : "";
	to->flags = m.flags;
	to->record = p->at->address + at;
	*gp_map_put(&p->modules, to->record, 0, &created) = p->cg->nmodules - 1;
	return 0;
}

static int read_site(struct parser *p, uint64_t record, uint64_t at, const struct gprof_cg_func *f)
{
	struct gprof_cg_site s;
	struct cg_site *to = gp_push(p->cg->sites, p->cg->nsites, p->cg->sites_room);
	uint32_t words;

	memcpy(&s, p->at->bytes + at, sizeof s);
	*to = (struct cg_site){ .counter = s.counter, .line = s.line, .kind = s.kind,
				.flags = s.flags, .type_hash = s.type_hash };
	words = s.kind == GPROF_SITE_INDIRECT ? GPROF_CELL_WORDS : 1;
	if ((s.kind == GPROF_SITE_DIRECT || s.kind == GPROF_SITE_INDIRECT) &&
	    s.counter != GPROF_NO_COUNTER &&
	    (s.counter > f->ncounters || words > f->ncounters - s.counter))
		return fail(p, record, "has a call site whose counter is not the function's");
	if ((s.kind == GPROF_SITE_CALLBACK || s.kind == GPROF_SITE_MAY) &&
	    s.counter != GPROF_NO_COUNTER && s.counter >= f->nsites)
		return fail(p, record, "has an edge that belongs to no call site");
	if (s.flags & GPROF_SITE_BY_COUNTER)
		to->callee_word = relative(p, FIELD(at, struct gprof_cg_site, callee));
	else if (read_string(p, record, FIELD(at, struct gprof_cg_site, callee), &to->callee) < 0)
		return -1;
	if (read_string(p, record, FIELD(at, struct gprof_cg_site, inlined), &to->inlined) < 0)
		return -1;
	return read_string(p, record, FIELD(at, struct gprof_cg_site, file), &to->file);
}

static int check_counters(struct parser *p, uint64_t at, const struct cg_function *f)
{
	const struct elf_section *s;

	if (!f->counters)
		return f->ncounters ? fail(p, at, "has counters without a place") : 0;
	s = section_of(p, f->counters, 8 * (uint64_t)f->ncounters);
	if (!s || strcmp(s->name, GPROF_SEC_CNT) || (f->counters - s->address) % 8)
		return fail(p, at, "has counters outside section '" GPROF_SEC_CNT "'");
	return 0;
}

static int read_function(struct parser *p, uint64_t at, uint64_t size)
{
	struct gprof_cg_func f;
	struct cg_function *to;

	memcpy(&f, p->at->bytes + at, sizeof f);
	if (f.nsites > (size - sizeof f) / sizeof(struct gprof_cg_site))
		return fail(p, at, "is too small for its call sites");
	to = gp_push(p->cg->functions, p->cg->nfunctions, p->cg->functions_room);
	to->line = f.line;
	to->flags = f.flags;
	to->type_hash = f.type_hash;
	to->counters = relative(p, FIELD(at, struct gprof_cg_func, counters));
	to->ncounters = f.ncounters;
	to->module = gp_map_get(&p->modules,
				relative(p, FIELD(at, struct gprof_cg_func, module)), 0);
	to->first_site = p->cg->nsites;
	to->nsites = f.nsites;
	to->record = p->at->address + at;
	if (read_string(p, at, FIELD(at, struct gprof_cg_func, name), &to->name) < 0 ||
	    read_string(p, at, FIELD(at, struct gprof_cg_func, file), &to->file) < 0 ||
	    check_counters(p, at, to) < 0)
		return -1;
	if (!to->name)
		return fail(p, at, "has no name");
	for (uint32_t i = 0; i < f.nsites; i++)
		if (read_site(p, at, at + sizeof f + i * sizeof(struct gprof_cg_site), &f) < 0)
			return -1;
	return 0;
}

static int read_record(struct parser *p, uint64_t at, const struct gprof_cg_head *h, unsigned kind)
{
	if (h->version != GPROF_CG_VERSION)
		return gp_fail(p->e, "section '%s' has format version %u at offset %#llx, this "
			       "tool reads version %u: use the tool of the compiler plugin",
			       p->at->name, h->version, (unsigned long long)at, GPROF_CG_VERSION);
	if (h->kind == GPROF_CG_FUNC && kind == GPROF_CG_MODULE) {
		p->nfunctions++;
		p->nsites += h->size / sizeof(struct gprof_cg_site);
	}
	if (h->kind != kind)
		return 0;
	if (kind == GPROF_CG_MODULE)
		return h->size < sizeof(struct gprof_cg_module) ? fail(p, at, "is too small")
								: read_module(p, at);
	return h->size < sizeof(struct gprof_cg_func) ? fail(p, at, "is too small")
						      : read_function(p, at, h->size);
}

static int read_records(struct parser *p, const struct elf_section *s, unsigned kind)
{
	uint64_t at = 0;

	p->at = s;
	while (at + sizeof(struct gprof_cg_head) <= s->bytes_size) {
		struct gprof_cg_head h;

		memcpy(&h, s->bytes + at, sizeof h);
		if (!h.kind && !h.version && !h.size) {
			at += 8;
			continue;
		}
		if (h.size < sizeof h || h.size % 8 || h.size > s->bytes_size - at)
			return fail(p, at, "has an impossible size");
		if (read_record(p, at, &h, kind) < 0)
			return -1;
		at += h.size;
	}
	return 0;
}

/* The function whose record is at an address, or GP_NONE; 'guess' is looked at first. */
static uint32_t function_at(const struct static_cg *cg, uint64_t record, uint32_t guess)
{
	size_t low;

	if (guess < cg->nfunctions && cg->functions[guess].record == record)
		return guess;
	low = gp_first(i, cg->nfunctions, cg->functions[i].record < record);
	return low < cg->nfunctions && cg->functions[low].record == record ? low : GP_NONE;
}

static int read_addresses(struct parser *p, const struct elf_section *s)
{
	uint32_t function = GP_NONE;

	p->at = s;
	p->cg->has_fn = true;
	for (uint64_t at = 0; at + sizeof(struct gprof_fn) <= s->bytes_size;
	     at += sizeof(struct gprof_fn)) {
		uint64_t text = relative(p, FIELD(at, struct gprof_fn, func));
		uint64_t record = relative(p, FIELD(at, struct gprof_fn, record));

		if (!text && !record)
			continue; /* padding */
		function = function_at(p->cg, record, function + 1);
		if (!text || function == GP_NONE)
			return fail(p, at, "joins no function to no record of '" GPROF_SEC_CG "'");
		if (!p->cg->functions[function].text)
			p->cg->functions[function].text = text;
	}
	return 0;
}

static int read_all(struct parser *p, const char *name,
		    int (*read)(struct parser *, const struct elf_section *))
{
	for (size_t i = 0; i < p->nsections; i++)
		if (p->sections[i].bytes && !strcmp(p->sections[i].name, name) &&
		    read(p, &p->sections[i]) < 0)
			return -1;
	return 0;
}

static int read_modules(struct parser *p, const struct elf_section *s)
{
	return read_records(p, s, GPROF_CG_MODULE);
}

static int read_functions(struct parser *p, const struct elf_section *s)
{
	struct static_cg *cg = p->cg;

	cg->functions = gp_reserve(cg->functions, &cg->functions_room, p->nfunctions,
				   sizeof *cg->functions);
	cg->sites = gp_reserve(cg->sites, &cg->sites_room, p->nsites, sizeof *cg->sites);
	return read_records(p, s, GPROF_CG_FUNC);
}

int static_cg_parse(struct static_cg *cg, const struct elf_section *sections, size_t nsections,
		    struct gp_error *e)
{
	struct parser p = { .cg = cg, .sections = sections, .nsections = nsections, .e = e };
	int rc = 0;

	memset(cg, 0, sizeof *cg);
	for (size_t i = 0; i < nsections; i++) {
		if (strcmp(sections[i].name, GPROF_SEC_CNT) || !sections[i].size)
			continue;
		if (cg->ncounters) {
			cg->scattered = true;
			break;
		}
		cg->counters = sections[i].address;
		cg->ncounters = sections[i].size / 8;
	}
	if (read_all(&p, GPROF_SEC_CG, read_modules) < 0 ||
	    read_all(&p, GPROF_SEC_CG, read_functions) < 0 ||
	    read_all(&p, GPROF_SEC_FN, read_addresses) < 0) {
		static_cg_release(cg);
		rc = -1;
	}
	gp_map_release(&p.modules);
	return rc;
}

void static_cg_release(struct static_cg *cg)
{
	free(cg->functions);
	free(cg->sites);
	free(cg->modules);
	memset(cg, 0, sizeof *cg);
}
