/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * static_cg.c - see static_cg.h; the layout is in gprof-llvm/format.h.
 *
 * Three passes over gprof_cg: module records first, since functions refer to
 * them; functions; copies of counters.  Then gprof_fn, which gives functions their addresses.
 */
#include "binary/static_cg.h"

#include "base/path.h"

#include <stdlib.h>
#include <string.h>

struct parser {
	struct static_cg *cg;
	const struct elf_section *at; /* section being read */
	size_t nfunctions; /* seen in the first pass */
	uint64_t path;     /* address of the last one read */
	struct gp_map modules; /* address of a record -> modules */
	struct gp_error *e;
};

static int fail(struct parser *p, uint64_t offset, const char *what)
{
	return gp_fail(p->e, "section '%s' is damaged: the record at offset %#llx %s", p->at->name,
		       (unsigned long long)offset, what);
}

/* Section that holds 'size' bytes at an address, or NULL. */
static const struct elf_section *section_of(const struct static_cg *cg, uint64_t address,
					    uint64_t size)
{
	size_t low = gp_first(i, cg->nsections, cg->sections[i].address <= address);
	const struct elf_section *s;

	/* Empty sections may stand at the address of the one before them. */
	while (low && !cg->sections[low - 1].size)
		low--;
	if (!low)
		return NULL;
	s = &cg->sections[low - 1];
	return address - s->address <= s->size && size <= s->size - (address - s->address)
		       ? s : NULL;
}

/* Address meant by a field; 0: none. */
static uint64_t target(uint64_t field, gprof_rel value)
{
	return value ? field + (int64_t)value : 0;
}

/* The same for the field at 'offset' of the section being read. */
static uint64_t relative(const struct parser *p, uint64_t offset)
{
	gprof_rel value;

	memcpy(&value, p->at->bytes + offset, sizeof value);
	return target(p->at->address + offset, value);
}

/* What holds the string at an address. */
static struct cg_strings strings_of(const struct static_cg *cg, uint64_t address)
{
	const struct elf_section *s = section_of(cg, address, 1);
	const unsigned char *nul = s && s->bytes ? memrchr(s->bytes, 0, s->bytes_size) : NULL;

	return (struct cg_strings){ s, nul ? nul - s->bytes + 1 : 0 };
}

/* NULL: it is not there. */
static const char *string_in(const struct cg_strings *strings, uint64_t address)
{
	const struct elf_section *s = strings->section;

	return s && address - s->address < strings->end
		       ? (const char *)s->bytes + (address - s->address) : NULL;
}

/* Of a checked site; looked at again all the same, for sections may overlap. */
static const char *string_at(const struct static_cg *cg, uint64_t address)
{
	struct cg_strings strings = cg->strings;

	if (!address)
		return NULL;
	if (!string_in(&strings, address))
		strings = strings_of(cg, address);
	return string_in(&strings, address);
}

/* *text stays NULL when the field says none. */
static int read_string(struct parser *p, uint64_t record, uint64_t offset, const char **text)
{
	uint64_t address = relative(p, offset);

	*text = NULL;
	if (!address)
		return 0;
	*text = string_in(&p->cg->strings, address);
	if (*text)
		return 0;
	p->cg->strings = strings_of(p->cg, address);
	*text = string_in(&p->cg->strings, address);
	return *text ? 0 : fail(p, record, "refers to a string outside the file");
}

/* Remembers the one spelling of a source file's path, by the address of another. */
static void know_path(struct static_cg *cg, uint64_t address, const char *path)
{
	int created;
	uint32_t *at;

	if (!path || path_is_plain(path))
		return;
	at = gp_map_put(&cg->path_at, address, 0, &created);
	if (!created)
		return;
	*at = cg->npaths;
	*gp_push(cg->paths, cg->npaths, cg->paths_room) = path_plain(NULL, path);
}

static const char *known_path(const struct static_cg *cg, uint64_t address, const char *path)
{
	uint32_t at = cg->npaths ? gp_map_get(&cg->path_at, address, 0) : GP_NONE;

	return at == GP_NONE ? path : cg->paths[at];
}

static int read_path(struct parser *p, uint64_t record, uint64_t offset, const char **path)
{
	uint64_t address = relative(p, offset);

	if (read_string(p, record, offset, path) < 0)
		return -1;
	if (address != p->path) /* neighbours have theirs in common */
		know_path(p->cg, address, *path);
	p->path = address;
	*path = known_path(p->cg, address, *path);
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

/* A string that is read later. */
static int check_string(struct parser *p, uint64_t record, uint64_t offset)
{
	const char *text;

	return read_string(p, record, offset, &text);
}

static int check_site(struct parser *p, uint64_t record, uint64_t at, const struct gprof_cg_func *f)
{
	struct gprof_cg_site s;
	const char *file;
	uint32_t words;

	memcpy(&s, p->at->bytes + at, sizeof s);
	words = s.kind == GPROF_SITE_INDIRECT ? GPROF_CELL_WORDS : 1;
	if ((s.kind == GPROF_SITE_DIRECT || s.kind == GPROF_SITE_INDIRECT) &&
	    s.counter != GPROF_NO_COUNTER &&
	    (s.counter > f->ncounters || words > f->ncounters - s.counter))
		return fail(p, record, "has a call site whose counter is not the function's");
	if ((s.kind == GPROF_SITE_CALLBACK || s.kind == GPROF_SITE_MAY) &&
	    s.counter != GPROF_NO_COUNTER && s.counter >= f->nsites)
		return fail(p, record, "has an edge without a call site");
	if (!(s.flags & GPROF_SITE_BY_COUNTER) &&
	    check_string(p, record, FIELD(at, struct gprof_cg_site, callee)) < 0)
		return -1;
	if (check_string(p, record, FIELD(at, struct gprof_cg_site, inlined)) < 0)
		return -1;
	return read_path(p, record, FIELD(at, struct gprof_cg_site, file), &file);
}

static int check_counters(struct parser *p, uint64_t at, const struct cg_function *f)
{
	const struct elf_section *s;

	if (!f->counters)
		return f->ncounters ? fail(p, at, "has counters without a place") : 0;
	s = section_of(p->cg, f->counters, 8 * (uint64_t)f->ncounters);
	if (!s || strcmp(s->name, GPROF_SEC_CNT) || (f->counters - s->address) % 8)
		return fail(p, at, "has counters outside section '" GPROF_SEC_CNT "'");
	return 0;
}

/* Where the path of the file is that function i was written in; 0: none. */
static uint64_t lines_path(const struct cg_function *f, uint32_t i)
{
	uint64_t offset = sizeof(struct gprof_lines) + i * sizeof(struct gprof_lines_function);
	struct gprof_lines_function w;

	memcpy(&w, f->lines + offset, sizeof w);
	return target(FIELD(f->lines_at + offset, struct gprof_lines_function, file), w.file);
}

static void know_lines_paths(struct parser *p, const struct cg_function *f, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint64_t address = lines_path(f, i);

		if (address != p->path)
			know_path(p->cg, address, string_at(p->cg, address));
		p->path = address;
	}
}

static int check_written(struct parser *p, uint64_t record, uint64_t at, struct cg_function *f)
{
	uint64_t address = relative(p, FIELD(at, struct gprof_cg_written, lines)), size;
	const struct elf_section *s = section_of(p->cg, address, sizeof(struct gprof_lines));
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
	know_lines_paths(p, f, lines.nfunctions);
	return 0;
}

static int read_function(struct parser *p, uint64_t at, uint64_t size)
{
	uint64_t sites;

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
	to->bytes = p->at->bytes + at;
	p->cg->nsites += f.nsites;
	if (read_string(p, at, FIELD(at, struct gprof_cg_func, name), &to->name) < 0 ||
	    read_path(p, at, FIELD(at, struct gprof_cg_func, file), &to->file) < 0 ||
	    check_counters(p, at, to) < 0)
		return -1;
	if (!to->name)
		return fail(p, at, "has no name");
	for (uint32_t i = 0; i < f.nsites; i++)
		if (check_site(p, at, at + sizeof f + i * sizeof(struct gprof_cg_site), &f) < 0)
			return -1;
	sites = sizeof f + f.nsites * sizeof(struct gprof_cg_site);
	if (!(f.flags & GPROF_FN_WRITTEN))
		return 0;
	return size - sites < sizeof(struct gprof_cg_written)
		       ? fail(p, at, "is too small for its lines")
		       : check_written(p, at, at + sites, to);
}

/*
 * The head of the record at *at, which is moved on to the next one; 0 at the end. What is no
 * record ends it too: reading reports that.
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
	return kind == GPROF_CG_COPY ? GPROF_CG_COPY_VERSION : GPROF_CG_VERSION;
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

static int read_record(struct parser *p, uint64_t at, const struct gprof_cg_head *h,
		       unsigned kind)
{
	if (h->version != version_of(h->kind))
		return refuse_version(p, at, h->version, version_of(h->kind));
	if (h->kind == GPROF_CG_FUNC && kind == GPROF_CG_MODULE)
		p->nfunctions++;
	if (h->kind != kind)
		return 0;
	if (kind == GPROF_CG_MODULE)
		return h->size < sizeof(struct gprof_cg_module) ? fail(p, at, "is too small")
								: read_module(p, at);
	if (kind == GPROF_CG_COPY)
		return h->size < sizeof(struct gprof_cg_copy) ? fail(p, at, "is too small")
							      : read_copy(p, at);
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

struct cg_site static_cg_site(const struct static_cg *cg, const struct cg_function *f, uint32_t i)
{
	uint64_t offset = sizeof(struct gprof_cg_func) + i * sizeof(struct gprof_cg_site), callee;
	uint64_t file;
	uint64_t at = f->record + offset;
	struct gprof_cg_site s;
	struct cg_site site;

	memcpy(&s, f->bytes + offset, sizeof s);
	site = (struct cg_site){ .counter = s.counter, .line = s.line, .kind = s.kind,
				 .flags = s.flags, .type_hash = s.type_hash };
	callee = target(FIELD(at, struct gprof_cg_site, callee), s.callee);
	if (s.flags & GPROF_SITE_BY_COUNTER)
		site.callee_word = callee;
	else
		site.callee = string_at(cg, callee);
	site.inlined = string_at(cg, target(FIELD(at, struct gprof_cg_site, inlined), s.inlined));
	file = target(FIELD(at, struct gprof_cg_site, file), s.file);
	site.file = known_path(cg, file, string_at(cg, file));
	return site;
}

struct cg_lines static_cg_lines(const struct cg_function *f)
{
	struct cg_lines to = { 0 };
	struct gprof_lines lines;

	if (!f->lines)
		return to;
	memcpy(&lines, f->lines, sizeof lines);
	to.nfunctions = lines.nfunctions;
	to.nbytes = lines.nbytes;
	to.bytes = f->lines + sizeof lines +
		   lines.nfunctions * sizeof(struct gprof_lines_function);
	return to;
}

struct cg_lines_function static_cg_lines_function(const struct static_cg *cg,
						  const struct cg_function *f, uint32_t i)
{
	uint64_t offset = sizeof(struct gprof_lines) + i * sizeof(struct gprof_lines_function);
	uint64_t at = f->lines_at + offset, file = lines_path(f, i);
	struct gprof_lines_function w;

	memcpy(&w, f->lines + offset, sizeof w);
	return (struct cg_lines_function){
		.name = string_at(cg, target(at, w.name)),
		.file = known_path(cg, file, string_at(cg, file)),
		.line = w.line,
	};
}

struct cg_site static_cg_site_numbered(const struct static_cg *cg, uint32_t number)
{
	size_t at = gp_first(i, cg->nfunctions,
			     cg->functions[i].first_site + cg->functions[i].nsites <= number);

	return static_cg_site(cg, &cg->functions[at], number - cg->functions[at].first_site);
}
