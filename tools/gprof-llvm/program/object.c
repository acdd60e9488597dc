/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * object.c - see object.h.
 */
#include "program/object.h"
#include "code/processor.h"
#include "code/relocate.h"

#include <endian.h>
#include <gprof-llvm/abi.h>
#include <stdlib.h>
#include <string.h>

#define AT_ONCE 65536 /* functions whose records are in memory; a power of two */

/* FNV-1a over both sizes (8 bytes each, little-endian) and gprof_cg. */
static uint64_t content_hash(const struct elfobj *elf)
{
	const struct elf_section *cg = elfobj_section(elf, GPROF_SEC_CG);
	const struct elf_section *cnt = elfobj_section(elf, GPROF_SEC_CNT);
	uint64_t sizes[2] = { htole64(cg ? cg->size : 0), htole64(cnt ? cnt->size : 0) };
	uint64_t hash = gp_hash(GP_HASH_START, sizes, sizeof sizes);

	return cg && cg->bytes ? gp_hash(hash, cg->bytes, cg->bytes_size) : 0;
}

int object_open(struct object *o, const char *path, struct gp_error *e)
{
	memset(o, 0, sizeof *o);
	o->row = GP_NONE;
	if (elfobj_open(&o->elf, path, e) < 0)
		return -1;
	if (processor_check(&o->elf, e) < 0 || relocate_apply(&o->elf, e) < 0) {
		elfobj_close(&o->elf);
		return -1;
	}
	if (static_cg_parse(&o->cg, o->elf.sections, o->elf.nsections, e) < 0) {
		elfobj_close(&o->elf);
		return gp_fail_in(e, "cannot read '%s'", path);
	}
	if (o->cg.scattered && !o->elf.relocatable) {
		static_cg_release(&o->cg);
		elfobj_close(&o->elf);
		return gp_fail(e, "'%s' has several sections '" GPROF_SEC_CNT "'", path);
	}
	o->path = gp_strdup(path);
	o->name = gp_basename(o->path);
	o->present = true;
	o->instrumented = o->cg.nfunctions || o->cg.nmodules;
	o->nodes = gp_alloc(o->cg.nfunctions, sizeof *o->nodes);
	object_unload(o);
	return 0;
}

void object_unload(const struct object *o)
{
	elfobj_unload(&o->elf, GPROF_SEC_CG);
	elfobj_unload(&o->elf, GPROF_SEC_FN);
}

void object_passed(const struct object *o, size_t function)
{
	if (function % AT_ONCE == AT_ONCE - 1 || function + 1 == o->cg.nfunctions)
		object_unload(o);
}

struct debug *object_debug(struct object *o, const struct files *f)
{
	if (!o->debug_tried && o->present)
		o->debug = debug_open(&o->elf, f);
	o->debug_tried = true;
	return o->debug;
}

int object_find_names(struct object *o, const struct files *f, struct gp_error *e)
{
	struct debug *d = o->elf.stripped ? object_debug(o, f) : NULL;
	char *stale;

	if (!d || debug_symbols(d, &o->elf))
		return 0;
	stale = debug_stale(&o->elf, f);
	if (!stale)
		return 0;
	gp_fail(e, "'%s' is not the debug file of '%s': it has another build-id", stale, o->path);
	free(stale);
	return -1;
}

void object_absent(struct object *o, const char *path, const struct gprof_module *m)
{
	memset(o, 0, sizeof *o);
	if (m) {
		memcpy(o->elf.build_id, m->build_id, sizeof m->build_id);
		o->elf.build_id_size = m->build_id_size;
		o->content_hash = m->content_hash;
	}
	o->row = GP_NONE;
	o->path = gp_strdup(path);
	o->name = gp_basename(o->path);
}

uint64_t object_content_hash(struct object *o)
{
	if (o->instrumented && !o->hashed)
		o->content_hash = content_hash(&o->elf);
	o->hashed = true;
	return o->content_hash;
}

bool object_is_module(struct object *o, const struct gprof_module *m)
{
	if (o->present && o->elf.relocatable)
		return false; /* nothing runs it */
	if (!o->present && strcmp(o->path, m->path))
		return false;
	if (o->elf.build_id_size || m->build_id_size)
		return o->elf.build_id_size == m->build_id_size &&
		       !memcmp(o->elf.build_id, m->build_id, m->build_id_size);
	if (!o->present)
		return o->content_hash == m->content_hash;
	if (o->instrumented || m->content_hash)
		return object_content_hash(o) == m->content_hash;
	return !strcmp(o->path, m->path);
}

uint64_t *object_own_words(struct object *o)
{
	const uint64_t *lent = o->lent ? o->words : NULL;

	if (o->words && !lent)
		return o->words;
	o->words = gp_alloc(o->cg.ncounters, sizeof *o->words);
	o->lent = false;
	if (lent)
		memcpy(o->words, lent, o->cg.ncounters * sizeof *o->words);
	return o->words;
}

/* Returns true if all are sums that gp_count_up() can make. */
static bool are_counts(const uint64_t *words, size_t n)
{
	uint64_t all = 0;

	for (size_t i = 0; i < n; i++)
		all |= words[i];
	return all <= INT64_MAX;
}

void object_count(struct object *o, const uint64_t *words)
{
	uint64_t *sums;

	if (!o->words && are_counts(words, o->cg.ncounters)) {
		o->words = (uint64_t *)words;
		o->lent = true;
		return;
	}
	sums = object_own_words(o);
	for (size_t i = 0; i < o->cg.ncounters; i++)
		gp_count_up(&sums[i], words[i]);
}

uint64_t *object_run(const struct object *o, const struct cg_function *f)
{
	return f->counters && o->words ? o->words + (f->counters - o->cg.counters) / 8 : NULL;
}

bool object_extent(const struct object *o, uint64_t address, uint64_t *start, uint64_t *end)
{
	size_t i = gp_first(k, o->nextents, o->extents[k].start <= address);
	const struct elf_symbol *s;

	if (i && address < o->extents[i - 1].end) {
		*start = o->extents[i - 1].start;
		*end = o->extents[i - 1].end;
		return true;
	}
	s = elfobj_symbol_at(&o->elf, address);
	if (!s)
		return false;
	*start = s->address;
	*end = s->address + s->size;
	return *end > address;
}

uint32_t object_function_at(const struct object *o, uint64_t address)
{
	size_t low = gp_first(i, o->nextents, o->extents[i].start <= address);

	if (!low || address >= o->extents[low - 1].end)
		return GP_NONE;
	return o->extents[low - 1].node;
}

bool object_is_at(const char *path, const struct gprof_module *m)
{
	struct gp_error ignored;
	struct object o;
	bool is;

	if (object_open(&o, path, &ignored) < 0)
		return false;
	is = object_is_module(&o, m);
	object_close(&o);
	return is;
}

char *object_find(const struct files *f, const struct gprof_module *m, const char *profile)
{
	char *path = files_place(f, m->path);

	if (object_is_at(path, m))
		return path;
	free(path);
	path = gp_format("%.*s%s", (int)(gp_basename(profile) - profile), profile,
			 gp_basename(m->path));
	if (object_is_at(path, m))
		return path;
	free(path);
	return files_by_build_id(f, m->build_id, m->build_id_size);
}

int object_bare(const char *path, struct gp_error *e)
{
	return gp_fail(e, "'%s' has no static call graph: compile it with "
		       "-fpass-plugin=GprofPass.so", path);
}

int object_unprofiled(const char *path, struct gp_error *e)
{
	return gp_fail(e, "no profile of '%s' here, and it was compiled without the plugin: "
		       "compile it with -fpass-plugin=GprofPass.so, or, if its libraries were, "
		       "run it with LD_PRELOAD=libgprof_rt.so", path);
}

/* Returns true if it needs the runtime's library, by the names that it needs anything by. */
static bool names_runtime(const struct elfobj *elf)
{
	static const char name[] = "libgprof_rt.so";
	const struct elf_section *s = elfobj_section(elf, ".dynstr");

	return s && s->bytes && memmem(s->bytes, s->bytes_size, name, sizeof name - 1);
}

bool object_lacks_runtime(const struct object *o)
{
	if (!o->present || !o->instrumented || o->elf.relocatable ||
	    elfobj_section(&o->elf, GPROF_NOTE_SECTION) || names_runtime(&o->elf))
		return false;
	for (size_t i = 0; i < o->cg.nfunctions; i++)
		if (!strcmp(o->cg.functions[i].name, "main"))
			return false;
	return true;
}

void object_reset(struct object *o)
{
	if (o->lent)
		o->words = NULL;
	o->lent = false;
	if (o->words)
		memset(o->words, 0, o->cg.ncounters * sizeof *o->words);
	if (o->nodes)
		memset(o->nodes, 0, o->cg.nfunctions * sizeof *o->nodes);
	free(o->counters);
	o->counters = NULL;
	o->ncounters = o->counters_room = 0;
	gp_names_release(&o->by_name);
	gp_names_release(&o->local_names);
	gp_names_release(&o->resolved);
	gp_map_release(&o->resolved_at);
	gp_map_release(&o->by_symbol);
	free(o->extents);
	o->extents = NULL;
	o->nextents = o->extents_room = 0;
	o->row = GP_NONE;
}

void object_close(struct object *o)
{
	object_reset(o);
	debug_close(o->debug);
	if (o->present) {
		elfobj_close(&o->elf);
		static_cg_release(&o->cg);
	}
	free(o->path);
	free(o->words);
	free(o->nodes);
	memset(o, 0, sizeof *o);
}
