/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unload.c - run-time addresses in the file, when a module is unloaded or comes back.
 *
 * Cells of indirect calls, arcs, samples and frames hold addresses.  Another module
 * may be loaded where one was, and its functions would be counted under the names
 * of the first.  So an address in an unloaded module is overwritten by one that no
 * code has: the module's number and the offset in it (format.h).  The counts stay
 * where they are; a single store changes the key, so the profile is valid and
 * exact at every instant.  When the module is loaded again the keys get their
 * new addresses, and are found again by those who count.
 *
 * Other threads count meanwhile, but none in the module: it is being loaded, and the loader holds
 * its lock, or it is gone.  If a thread loads another module to its place before the runtime
 * notices, what is counted meanwhile is attributed to the module that is gone.  The file is walked
 * as a reader does it; cost: the size of the file.
 *
 * With the lock held, and outside of the sample handler.
 */
#include "record/unload.h"

#include "base/process.h"
#include "file/file.h"
#include "file/mapping.h"
#include "file/name.h"
#include "record/block.h"

#include <gprof-llvm/format.h>

struct change {
	const struct gprof_module *module;
	bool reload; /* else unload */
};

/* The word changed; the same word if it has nothing to do with the module. */
static uint64_t changed(const struct change *c, uint64_t word)
{
	const struct gprof_module *m = c->module;

	if (!c->reload)
		return word >= m->low && word < m->high ?
			       GPROF_RETIRED_ADDRESS(m->index, word - m->low) : word;
	if (!(word & GPROF_RETIRED) || GPROF_RETIRED_MODULE(word) != m->index)
		return word;
	return m->low + GPROF_RETIRED_OFFSET(word);
}

/* A thread that meanwhile fills a free cell with another address is not disturbed. */
static void change_word(const struct change *c, uint64_t *word)
{
	uint64_t old = __atomic_load_n(word, __ATOMIC_RELAXED);
	uint64_t new = changed(c, old);

	if (new != old)
		__atomic_compare_exchange_n(word, &old, new, false, __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED);
}

/* ------------------------------------------------------------------ */

static const struct gprof_cg_head *next_record(const struct gprt_unit *u, const char **p)
{
	const struct gprof_cg_head *head;

	while (u->cg_stop - *p >= (ptrdiff_t)sizeof(*head)) {
		head = (const struct gprof_cg_head *)*p;
		if (head->size >= sizeof(*head) && head->size % 8 == 0 &&
		    head->size <= (size_t)(u->cg_stop - *p)) {
			*p += head->size;
			return head;
		}
		*p += 8; /* padding */
	}
	return NULL;
}

/* The number of a function's cells; puts their offsets to 'to' unless that is NULL. */
static uint32_t cells_of(const struct gprt_unit *u, const struct gprof_cg_func *f, uint32_t *to)
{
	const struct gprof_cg_site *sites = (const struct gprof_cg_site *)(f + 1);
	const char *counters = (const char *)&f->counters + f->counters;
	uint32_t n = 0, nsites = (uint32_t)((f->head.size - sizeof(*f)) / sizeof(*sites));

	if (!f->counters)
		return 0;
	for (uint32_t i = 0; i < nsites && i < f->nsites; i++) {
		if (sites[i].kind != GPROF_SITE_INDIRECT || sites[i].counter == GPROF_NO_COUNTER)
			continue;
		if (to)
			to[n] = (uint32_t)(counters + 8ul * sites[i].counter - u->start);
		n++;
	}
	return n;
}

/* LEB128. */
static uint32_t number(const unsigned char **p, const unsigned char *end)
{
	uint32_t value = 0;

	for (unsigned shift = 0; *p < end && shift < 32; shift += 7) {
		value |= (uint32_t)(**p & 127) << shift;
		if (!(*(*p)++ & 128))
			break;
	}
	return value;
}

/* The same of a packed function, which begins with them. */
static uint32_t packed_cells_of(const struct gprt_unit *u, const struct gprof_cg_compact *f,
				uint32_t *to)
{
	const gprof_rel *refs_end = f->refs + (f->flags >> GPROF_COMPACT_REFS);
	const unsigned char *p = (const unsigned char *)refs_end;
	const unsigned char *end = (const unsigned char *)f + f->head.size;
	const char *counters = (const char *)&f->counters + f->counters;
	uint32_t n = f->counters ? number(&p, end) : 0;

	for (uint32_t i = 0; to && i < n; i++) {
		counters += 8ul * number(&p, end);
		to[i] = (uint32_t)(counters - u->start);
	}
	return n;
}

static uint32_t cells_of_record(const struct gprt_unit *u, const struct gprof_cg_head *head,
				uint32_t *to)
{
	if (head->kind == GPROF_CG_COMPACT && head->size >= sizeof(struct gprof_cg_compact))
		return packed_cells_of(u, (const struct gprof_cg_compact *)head, to);
	if (head->kind == GPROF_CG_FUNC && head->size >= sizeof(struct gprof_cg_func))
		return cells_of(u, (const struct gprof_cg_func *)head, to);
	return 0;
}

static uint32_t cells_of_unit(const struct gprt_unit *u, uint32_t *to)
{
	const struct gprof_cg_head *head;
	const char *p = u->cg_start;
	uint32_t n = 0;

	while ((head = next_record(u, &p)))
		n += cells_of_record(u, head, to ? to + n : NULL);
	return n;
}

static bool counts_blocks(const struct gprt_unit *u)
{
	const struct gprof_cg_head *head;
	const char *p = u->cg_start;

	while ((head = next_record(u, &p)))
		if (head->kind == GPROF_CG_MODULE && head->size >= sizeof(struct gprof_cg_module) &&
		    ((const struct gprof_cg_module *)head)->flags & GPROF_MOD_BLOCKS)
			return true;
	return false;
}

bool gprt_units_count_blocks(void)
{
	bool any = false;

	for (struct gprt_unit *u = gprt_units.first; u; u = u->next) {
		if (!u->known && !u->gone) {
			u->blocks = counts_blocks(u);
			u->known = true;
		}
		any |= u->blocks;
	}
	return any;
}

/* Where the unit's cells are: to be found out while it is there. */
void gprt_cells_list(struct gprt_unit *u)
{
	uint32_t n;

	if (u->listed || !u->span || u->gone)
		return;
	n = cells_of_unit(u, NULL);
	u->cells = n ? gprt_heap(n * sizeof(*u->cells)) : NULL;
	if (u->cells)
		u->ncells = cells_of_unit(u, u->cells);
	u->listed = true;
}

/* In a pool a process merges the counts of modules that it has not loaded.  Nor may the unit be
   there: a thread has its block until it is known whether the object was closed, and a child of
   that moment has one too. */
void gprt_cells_store(struct gprt_unit *u)
{
	struct gprof_area *area;
	uint64_t offset;
	size_t size;
	void *to;

	if (!gprt_name.pool || u->stored || !u->span)
		return;
	gprt_cells_list(u);
	size = u->ncells * sizeof(*u->cells);
	to = u->listed ? gprt_file_alloc(size ? size : 8, &offset) : NULL;
	area = to ? gprt_file_area(offset, size) : NULL;
	if (!area)
		return;
	gprt_copy(to, u->cells, size);
	area->module = u->index;
	gprt_file_publish(area, GPROF_AREA_CELLS);
	u->stored = true;
}

/* The child has a file of its own. */
void gprt_cells_forked(void)
{
	for (struct gprt_unit *u = gprt_units.first; u; u = u->next) {
		u->stored = false;
		if (!u->unloaded && !u->executable)
			gprt_cells_store(u);
	}
}

/* ------------------------------------------------------------------ */

static struct gprt_unit *unit_of(uint32_t module)
{
	struct gprt_unit *u;

	for (u = gprt_units.first; u; u = u->next)
		if (u->index == module)
			break;
	return u;
}

static void change_cells(const struct change *c, const struct gprt_unit *u, char *words)
{
	for (uint32_t i = 0; i < u->ncells; i++) {
		uint64_t *cell = (uint64_t *)(words + u->cells[i]);

		for (unsigned k = 0; k < GPROF_CELL_WORDS; k += 2)
			change_word(c, &cell[k]);
	}
}

static void change_block(const struct change *c, const struct gprof_area *area)
{
	const struct gprt_unit *u = unit_of(area->module);

	if (u)
		change_cells(c, u, (char *)gprt_mapping_at(area->offset) + area->skip);
}

static void change_arcs(const struct change *c, struct gprof_table *t)
{
	struct gprof_arc *e = (struct gprof_arc *)(t + 1);

	for (uint64_t i = 0; i < t->capacity; i++, e++) {
		if (!__atomic_load_n(&e->count, __ATOMIC_ACQUIRE))
			continue;
		if (e->kind == GPROF_ARC_CALL)
			change_word(c, &e->from);
		change_word(c, &e->to);
	}
}

static void change_samples(const struct change *c, struct gprof_table *t)
{
	struct gprof_sample *e = (struct gprof_sample *)(t + 1);

	for (uint64_t i = 0; i < t->capacity; i++, e++)
		if (e->count)
			change_word(c, &e->pc);
}

/* They stay retired when the module is loaded again: an entry has the epoch of its addresses. */
static void change_event_samples(const struct change *c, struct gprof_table *t)
{
	struct gprof_event_sample *e = (struct gprof_event_sample *)(t + 1);

	for (uint64_t i = 0; i < t->capacity && !c->reload; i++, e++) {
		if (!e->count)
			continue;
		change_word(c, &e->pc);
		change_word(c, &e->address);
	}
}

static void change_frames(const struct change *c, struct gprof_table *t)
{
	struct gprof_frame *e = (struct gprof_frame *)(t + 1);

	for (uint64_t i = 0; i < t->capacity; i++, e++)
		change_word(c, &e->pc);
}

static void change_times(const struct change *c, const struct gprof_area *area)
{
	struct gprof_timing *r = gprt_mapping_at(area->offset);

	for (uint64_t i = 0; i < area->size / sizeof(*r); i++, r++) {
		if (!__atomic_load_n(&r->function, __ATOMIC_ACQUIRE))
			continue;
		change_word(c, &r->function);
		change_word(c, &r->caller);
	}
}

static void change_objects(const struct change *c, const struct gprof_area *area)
{
	struct gprof_objects *o = gprt_mapping_at(area->offset);

	for (uint64_t i = 0; i < (area->size - sizeof(*o)) / sizeof(o->items[0]); i++)
		if (__atomic_load_n(&o->items[i].kind, __ATOMIC_ACQUIRE))
			change_word(c, &o->items[i].address);
}

static void change_area(const struct change *c, const struct gprof_area *area)
{
	struct gprof_table *table = gprt_mapping_at(area->offset);

	switch (__atomic_load_n(&area->type, __ATOMIC_ACQUIRE)) {
	case GPROF_AREA_BLOCK: change_block(c, area); break;
	case GPROF_AREA_ARCS: change_arcs(c, table); break;
	case GPROF_AREA_SAMPLES: change_samples(c, table); break;
	case GPROF_AREA_EVENT_SAMPLES: change_event_samples(c, table); break;
	case GPROF_AREA_FRAMES: change_frames(c, table); break;
	case GPROF_AREA_TIMES: change_times(c, area); break;
	case GPROF_AREA_OBJECTS: change_objects(c, area); break;
	}
}

static void change_areas(const struct change *c)
{
	const struct gprof_directory *d = gprt_mapping_at(GPROF_FIRST_DIR);

	for (;; d = gprt_mapping_at(d->next)) {
		for (uint32_t i = 0; i < d->capacity; i++)
			change_area(c, &d->area[i]);
		if (!d->next)
			return;
	}
}

static void change_all(const struct change *c)
{
	for (struct gprt_unit *u = gprt_units.first; u; u = u->next) {
		gprt_cells_list(u);
		if (u->shared && u->shared->image && !u->gone)
			change_cells(c, u, u->start);
	}
	change_areas(c);
}

void gprt_module_unload(const struct gprof_module *m)
{
	struct change c;

	c.module = m;
	c.reload = false;
	change_all(&c);
	gprt_unit_unloaded(m->index);
}

void gprt_module_reload(const struct gprof_module *m)
{
	struct change c;

	c.module = m;
	c.reload = true;
	change_all(&c);
}
