/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * static_cg.c - see static_cg.h; the layout is in gprof-llvm/format.h.
 *
 * Three passes over gprof_cg: module records first, since functions refer to
 * them; functions; copies of counters.  Then gprof_fn, which gives functions their addresses.
 */
#include "binary/static_cg.h"

#include "binary/cg_refs.h"

#include <stdlib.h>
#include <string.h>

struct parser {
	struct static_cg *cg;
	const struct elf_section *at; /* section being read */
	size_t nfunctions; /* seen in the first pass */
	bool packed;       /* some of them are */
	uint64_t path;     /* address of the last one read */
	struct gp_map modules; /* address of a record -> modules */
	struct gp_error *e;
};

static int fail(struct parser *p, uint64_t offset, const char *what)
{
	return gp_fail(p->e, "section '%s' is damaged: the record at offset %#llx %s", p->at->name,
		       (unsigned long long)offset, what);
}

/* The same for the field at 'offset' of the section being read. */
static uint64_t relative(const struct parser *p, uint64_t offset)
{
	gprof_rel value;

	memcpy(&value, p->at->bytes + offset, sizeof value);
	return cg_target(p->at->address + offset, value);
}

/* *text stays NULL when the field says none. */
static int read_string(struct parser *p, uint64_t record, uint64_t offset, const char **text)
{
	uint64_t address = relative(p, offset);

	*text = NULL;
	if (!address)
		return 0;
	*text = cg_string_in(&p->cg->strings, address);
	if (*text)
		return 0;
	p->cg->strings = cg_strings_of(p->cg, address);
	*text = cg_string_in(&p->cg->strings, address);
	return *text ? 0 : fail(p, record, "refers to a string outside the file");
}

static int read_path(struct parser *p, uint64_t record, uint64_t offset, const char **path)
{
	uint64_t address = relative(p, offset);

	if (read_string(p, record, offset, path) < 0)
		return -1;
	if (address != p->path) /* neighbours have theirs in common */
		cg_know_path(p->cg, address, *path);
	p->path = address;
	*path = cg_known_path(p->cg, address, *path);
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
	to->file = NULL;
	to->record = p->at->address + at;
	if (m.head.size >= sizeof(struct gprof_cg_module_file) &&
	    read_path(p, at, FIELD(at, struct gprof_cg_module_file, file), &to->file) < 0)
		return -1;
	*gp_map_put(&p->modules, to->record, 0, &created) = p->cg->nmodules - 1;
	return 0;
}

/* A string that is read later. */
static int check_string(struct parser *p, uint64_t record, uint32_t offset)
{
	const char *text;

	return offset ? read_string(p, record, record + offset, &text) : 0;
}

static int check_site(struct parser *p, uint64_t record, const struct cg_stored *s,
		      const struct cg_function *f)
{
	uint32_t words = s->kind == GPROF_SITE_INDIRECT ? GPROF_CELL_WORDS : 1;
	const char *file;

	if ((s->kind == GPROF_SITE_DIRECT || s->kind == GPROF_SITE_INDIRECT) &&
	    s->counter != GPROF_NO_COUNTER &&
	    (s->counter > f->ncounters || words > f->ncounters - s->counter))
		return fail(p, record, "has a call site whose counter is not the function's");
	if ((s->kind == GPROF_SITE_CALLBACK || s->kind == GPROF_SITE_MAY) &&
	    s->counter != GPROF_NO_COUNTER && s->counter >= f->nsites)
		return fail(p, record, "has an edge without a call site");
	if ((!(s->flags & GPROF_SITE_BY_COUNTER) && check_string(p, record, s->callee) < 0) ||
	    check_string(p, record, s->inlined) < 0)
		return -1;
	return s->file > STORED_FILE_MODULE ? read_path(p, record, record + s->file, &file) : 0;
}

/* Where nothing is packed, sites are read from the records whenever they are asked for. */
static void add_site(struct parser *p, const struct cg_stored *s)
{
	struct static_cg *cg = p->cg;

	if (!p->packed)
		cg->nsites++;
	else
		*gp_push(cg->sites, cg->nsites, cg->sites_room) = *s;
}

static int check_counters(struct parser *p, uint64_t at, const struct cg_function *f)
{
	const struct elf_section *s;

	if (!f->counters)
		return f->ncounters ? fail(p, at, "has counters without a place") : 0;
	s = cg_section_of(p->cg, f->counters, 8 * (uint64_t)f->ncounters);
	if (!s || strcmp(s->name, GPROF_SEC_CNT) || (f->counters - s->address) % 8)
		return fail(p, at, "has counters outside section '" GPROF_SEC_CNT "'");
	return 0;
}

static int check_written(struct parser *p, uint64_t record, uint64_t field, struct cg_function *f)
{
	uint64_t address = relative(p, field), size;
	const struct elf_section *s = cg_section_of(p->cg, address, sizeof(struct gprof_lines));
	struct gprof_lines lines;

	if (!s || !s->bytes || address - s->address + sizeof lines > s->bytes_size)
		return fail(p, record, "has lines outside the file");
	f->lines = s->bytes + (address - s->address);
	f->lines_at = address;
	memcpy(&lines, f->lines, sizeof lines);
	size = sizeof lines + lines.nfunctions * (uint64_t)sizeof(struct gprof_lines_function) +
	       lines.nbytes;
	if (!lines.nfunctions || size > s->bytes_size - (address - s->address))
		return fail(p, record, "has lines outside the file");
	cg_know_lines_paths(p->cg, f, lines.nfunctions);
	return 0;
}

static struct cg_function *add_function(struct parser *p, uint64_t at)
{
	struct cg_function *to = gp_push(p->cg->functions, p->cg->nfunctions,
					 p->cg->functions_room);

	to->record = p->at->address + at;
	to->bytes = p->at->bytes + at;
	to->first_site = p->cg->nsites;
	return to;
}

/* The fields that all records of functions have. */
static int read_common(struct parser *p, uint64_t at, uint64_t counters, uint64_t name,
		       uint64_t module)
{
	struct cg_function *to = &p->cg->functions[p->cg->nfunctions - 1];

	to->counters = relative(p, counters);
	to->module = gp_map_get(&p->modules, relative(p, module), 0);
	if (read_string(p, at, name, &to->name) < 0 || check_counters(p, at, to) < 0)
		return -1;
	return to->name ? 0 : fail(p, at, "has no name");
}

static int read_function(struct parser *p, uint64_t at, uint64_t size)
{
	uint32_t end;
	struct gprof_cg_func f;
	struct cg_function *to;

	memcpy(&f, p->at->bytes + at, sizeof f);
	if (f.nsites > (size - sizeof f) / sizeof(struct gprof_cg_site))
		return fail(p, at, "is too small for its call sites");
	to = add_function(p, at);
	to->line = f.line;
	to->flags = f.flags;
	to->type_hash = f.type_hash;
	to->ncounters = f.ncounters;
	to->nsites = f.nsites;
	if (read_path(p, at, FIELD(at, struct gprof_cg_func, file), &to->file) < 0 ||
	    read_common(p, at, FIELD(at, struct gprof_cg_func, counters),
			FIELD(at, struct gprof_cg_func, name),
			FIELD(at, struct gprof_cg_func, module)) < 0)
		return -1;
	for (end = sizeof f; end < sizeof f + f.nsites * sizeof(struct gprof_cg_site);
	     end += sizeof(struct gprof_cg_site)) {
		struct cg_stored s = unpacked_site(to->bytes, end);

		if (check_site(p, at, &s, to) < 0)
			return -1;
		add_site(p, &s);
	}
	if (!(f.flags & GPROF_FN_WRITTEN))
		return 0;
	return size - end < sizeof(struct gprof_cg_written)
		       ? fail(p, at, "is too small for its lines")
		       : check_written(p, at, FIELD(at + end, struct gprof_cg_written, lines), to);
}

static int read_packed_sites(struct parser *p, uint64_t at, struct packed *packed,
			     const struct cg_function *f)
{
	for (uint32_t i = 0; i < f->nsites; i++) {
		struct cg_stored s;

		packed_site(packed, &s);
		if (packed->wrong)
			return fail(p, at, packed->wrong);
		if (check_site(p, at, &s, f) < 0)
			return -1;
		add_site(p, &s);
	}
	packed_release(packed);
	return packed->wrong ? fail(p, at, packed->wrong) : 0;
}

static const char *module_file(const struct static_cg *cg, const struct cg_function *f)
{
	return f->module == GP_NONE ? NULL : cg->modules[f->module].file;
}

static int read_packed(struct parser *p, uint64_t at, uint64_t size)
{
	struct gprof_cg_compact head;
	struct cg_function *to;
	struct packed packed;

	packed_init(&packed, p->at->bytes + at, size);
	if (packed.wrong)
		return fail(p, at, packed.wrong);
	memcpy(&head, p->at->bytes + at, sizeof head);
	to = add_function(p, at);
	to->line = packed.line;
	to->flags = head.flags & ((1u << GPROF_COMPACT_REFS) - 1);
	to->ncounters = packed.ncounters;
	to->nsites = packed.nsites;
	if (packed.type)
		memcpy(&to->type_hash, to->bytes + packed.type, sizeof to->type_hash);
	if (read_common(p, at, FIELD(at, struct gprof_cg_compact, counters),
			FIELD(at, struct gprof_cg_compact, name),
			FIELD(at, struct gprof_cg_compact, module)) < 0)
		return -1;
	if (packed.file == STORED_FILE_MODULE)
		to->file = module_file(p->cg, to);
	else if (packed.file && read_path(p, at, at + packed.file, &to->file) < 0)
		return -1;
	if (to->flags & GPROF_FN_WRITTEN &&
	    check_written(p, at, at + offsetof(struct gprof_cg_compact, refs), to) < 0)
		return -1;
	return read_packed_sites(p, at, &packed, to);
}

/*
 * The head of the record at *at, which is moved on to the next one; 0 at the end.  Bytes that are
 * not a record end it too; reading reports that.
 */
static int next_head(const struct elf_section *s, uint64_t *at, struct gprof_cg_head *h)
{
	for (; *at + sizeof *h <= s->bytes_size; *at += 8) {
		memcpy(h, s->bytes + *at, sizeof *h);
		if (!h->kind && !h->version && !h->size)
			continue;
		if (h->size < sizeof *h || h->size % 8 || h->size > s->bytes_size - *at)
			return 0;
		*at += h->size;
		return 1;
	}
	return 0;
}

static unsigned version_of(unsigned kind)
{
	return kind == GPROF_CG_COPY      ? GPROF_CG_COPY_VERSION
	       : kind == GPROF_CG_COMPACT ? GPROF_CG_COMPACT_VERSION
					  : GPROF_CG_VERSION;
}

/*
 * The source file of a module of another version, if there are also records of this one:
 * objects of two plugins were linked.  Else NULL.
 */
static const char *stray_source(struct parser *p)
{
	const char *source = NULL;
	struct gprof_cg_head h;
	bool ours = false;
	uint64_t at = 0;

	while (next_head(p->at, &at, &h)) {
		uint64_t field = at - h.size + offsetof(struct gprof_cg_module, source);

		ours |= h.version == version_of(h.kind);
		if (h.version != GPROF_CG_VERSION && h.kind == GPROF_CG_MODULE && !source &&
		    field + sizeof(gprof_rel) <= at)
			(void)read_string(p, at - h.size, field, &source);
	}
	return ours ? source : NULL;
}

static int refuse_version(struct parser *p, uint64_t at, unsigned version, unsigned known)
{
	struct gp_error *e = p->e, ignored;
	const char *source;

	p->e = &ignored;
	source = stray_source(p);
	p->e = e;
	if (source)
		return gp_fail(e, "'%s' was compiled by a plugin whose section '%s' has version "
			       "%u, other files by one with version %u: compile all with one "
			       "plugin",
			       source, p->at->name, version, known);
	return gp_fail(e, "section '%s' has format version %u at offset %#llx, this "
		       "tool reads version %u: use the tool of the compiler plugin",
		       p->at->name, version, (unsigned long long)at, known);
}

static bool is_word(const struct static_cg *cg, uint64_t address)
{
	return address >= cg->counters && address - cg->counters < 8 * cg->ncounters &&
	       (address - cg->counters) % 8 == 0;
}

/* Where gprof_cnt is scattered no program runs. */
static int read_copy(struct parser *p, uint64_t at)
{
	struct static_cg *cg = p->cg;
	uint64_t word = relative(p, FIELD(at, struct gprof_cg_copy, word));
	uint64_t of = relative(p, FIELD(at, struct gprof_cg_copy, of));

	if (cg->scattered)
		return 0;
	if (!is_word(cg, word) || !is_word(cg, of))
		return fail(p, at, "has counters outside section '" GPROF_SEC_CNT "'");
	*gp_push(cg->copies, cg->ncopies, cg->copies_room) =
		(struct cg_copy){ (word - cg->counters) / 8, (of - cg->counters) / 8 };
	return 0;
}

/* The least size of a record of a kind that is read; 0: it is skipped. */
static size_t least_size(unsigned kind)
{
	switch (kind) {
	case GPROF_CG_MODULE:
		return sizeof(struct gprof_cg_module);
	case GPROF_CG_FUNC:
		return sizeof(struct gprof_cg_func);
	case GPROF_CG_COMPACT:
		return sizeof(struct gprof_cg_compact);
	case GPROF_CG_COPY:
		return sizeof(struct gprof_cg_copy);
	default:
		return 0;
	}
}

/* GPROF_CG_FUNC means both kinds of functions: they are kept by ascending address. */
static int read_record(struct parser *p, uint64_t at, const struct gprof_cg_head *h,
		       unsigned kind)
{
	bool function = h->kind == GPROF_CG_FUNC || h->kind == GPROF_CG_COMPACT;

	if (h->version != version_of(h->kind))
		return refuse_version(p, at, h->version, version_of(h->kind));
	if (function && kind == GPROF_CG_MODULE) {
		p->nfunctions++;
		p->packed |= h->kind == GPROF_CG_COMPACT;
	}
	if (kind != (function ? GPROF_CG_FUNC : h->kind))
		return 0;
	if (h->size < least_size(h->kind))
		return fail(p, at, "is too small");
	switch (h->kind) {
	case GPROF_CG_MODULE:
		return read_module(p, at);
	case GPROF_CG_COPY:
		return read_copy(p, at);
	case GPROF_CG_COMPACT:
		return read_packed(p, at, h->size);
	default:
		return read_function(p, at, h->size);
	}
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
			return fail(p, at, "joins a missing function to a missing record of "
				    "'" GPROF_SEC_CG "'");
		if (!p->cg->functions[function].text)
			p->cg->functions[function].text = text;
	}
	return 0;
}

static int read_all(struct parser *p, const char *name,
		    int (*read)(struct parser *, const struct elf_section *))
{
	for (size_t i = 0; i < p->cg->nsections; i++) {
		const struct elf_section *s = &p->cg->sections[i];

		if (s->bytes && !strcmp(s->name, name) && read(p, s) < 0)
			return -1;
	}
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
	return read_records(p, s, GPROF_CG_FUNC);
}

static int read_copies(struct parser *p, const struct elf_section *s)
{
	return read_records(p, s, GPROF_CG_COPY);
}

int static_cg_parse(struct static_cg *cg, const struct elf_section *sections, size_t nsections,
		    struct gp_error *e)
{
	struct parser p = { .cg = cg, .e = e };
	int rc = 0;

	*cg = (struct static_cg){ .sections = sections, .nsections = nsections };
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
	    read_all(&p, GPROF_SEC_CG, read_copies) < 0 ||
	    read_all(&p, GPROF_SEC_FN, read_addresses) < 0) {
		static_cg_release(cg);
		rc = -1;
	}
	gp_map_release(&p.modules);
	return rc;
}

void static_cg_release(struct static_cg *cg)
{
	for (size_t i = 0; i < cg->npaths; i++)
		free(cg->paths[i]);
	free(cg->paths);
	gp_map_release(&cg->path_at);
	free(cg->functions);
	free(cg->sites);
	free(cg->modules);
	free(cg->copies);
	memset(cg, 0, sizeof *cg);
}

/* ------------------------------------------------------------------ */

void static_cg_add_copies(const struct static_cg *cg, uint64_t *words)
{
	for (size_t i = 0; i < cg->ncopies; i++)
		gp_count_up(&words[cg->copies[i].of], words[cg->copies[i].word]);
}

const char *static_cg_source(const struct static_cg *cg, const struct cg_function *f)
{
	return f->module == GP_NONE ? "" : cg->modules[f->module].source;
}

/* Address that the field at 'offset' of the record means; 0: none. */
static uint64_t referred(const struct cg_function *f, uint32_t offset)
{
	gprof_rel value = 0;

	if (offset)
		memcpy(&value, f->bytes + offset, sizeof value);
	return cg_target(f->record + offset, value);
}

struct cg_site static_cg_site(const struct static_cg *cg, const struct cg_function *f, uint32_t i)
{
	struct cg_stored unpacked;
	const struct cg_stored *s = &unpacked;
	uint64_t callee, file;
	struct cg_site site;

	if (cg->sites)
		s = &cg->sites[f->first_site + i];
	else
		unpacked = unpacked_site(f->bytes, sizeof(struct gprof_cg_func) +
						   i * sizeof(struct gprof_cg_site));
	site = (struct cg_site){ .counter = s->counter, .line = s->line, .kind = s->kind,
				 .flags = s->flags };
	callee = referred(f, s->callee);
	if (s->flags & GPROF_SITE_BY_COUNTER)
		site.callee_word = callee;
	else
		site.callee = cg_string_at(cg, callee);
	site.inlined = cg_string_at(cg, referred(f, s->inlined));
	if (s->type)
		memcpy(&site.type_hash, f->bytes + s->type, sizeof site.type_hash);
	if (s->file == STORED_FILE_MODULE) {
		site.file = module_file(cg, f);
		return site;
	}
	file = referred(f, s->file);
	site.file = cg_known_path(cg, file, cg_string_at(cg, file));
	return site;
}

struct cg_site static_cg_site_numbered(const struct static_cg *cg, uint32_t number)
{
	size_t at = gp_first(i, cg->nfunctions,
			     cg->functions[i].first_site + cg->functions[i].nsites <= number);

	return static_cg_site(cg, &cg->functions[at], number - cg->functions[at].first_site);
}
