/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_modules.c - modules of two profiles in one, and where addresses go (merge.c).
 *
 * Each profile has its modules sorted by address; an address is looked for first where
 * the last one was.  Ranges overlap where a module took the place of another: then the epoch
 * decides, as in the tool.  A profile made up so that searches take long fails: they have a number
 * of steps together (gprt_merge_step).
 */
#include "pool/merge.h"
#include "pool/profile.h"

#include <gprof-llvm/format.h>

#define MOST_MODULES 65536u

static bool is_free(struct gprt_merge *m, uint64_t low, uint64_t high)
{
	for (uint32_t i = 0; i < m->nmodules && gprt_merge_step(m); i++)
		if (low < m->modules[i].record->high && m->modules[i].record->low < high)
			return false;
	return true;
}

/* Above all modules there are. */
static uint64_t top(const struct gprt_merge *m)
{
	uint64_t top = 0;

	for (uint32_t i = 0; i < m->nmodules; i++)
		if (m->modules[i].record->high > top)
			top = m->modules[i].record->high;
	return (top + 2 * GPROF_PAGE - 1) & ~(uint64_t)(GPROF_PAGE - 1);
}

static struct gprof_module *new_module(struct gprt_merge *m, unsigned input,
				       const struct gprof_module *from)
{
	size_t size = sizeof(*from) + from->path_size;
	struct gprof_module *r = gprt_merge_area(m, GPROF_AREA_MODULE, size, m->nmodules);
	uint64_t delta = 0;

	if (!r)
		return NULL;
	if (!is_free(m, from->low, from->high))
		delta = top(m) - (from->low & ~(uint64_t)(GPROF_PAGE - 1));
	if (from->high + delta >= GPROF_RETIRED || from->high + delta < from->low + delta)
		gprt_merge_fail(m, input, "its modules take all addresses");
	gprt_copy(r, from, size);
	r->index = m->nmodules;
	r->bias += delta;
	r->low += delta;
	r->high += delta;
	r->cnt_start = r->cnt_stop = 0;
	r->unload_epoch = GPROF_NONE;
	r->load_epoch = 0;
	m->modules[m->nmodules++].record = r;
	return r;
}

static struct gprof_module *module_for(struct gprt_merge *m, unsigned input,
				       const struct gprof_module *from)
{
	for (uint32_t i = 0; i < m->nmodules && gprt_merge_step(m); i++)
		if (gprt_profile_same(m->modules[i].record, from))
			return m->modules[i].record;
	return new_module(m, input, from);
}

/* Only a profile that was made up has counters so far from its module that they wrap around. */
static void place_counters(struct gprt_merge *m, unsigned input, const struct gprt_map *map,
			   struct gprof_module *to)
{
	to->cnt_start = map->from->cnt_start + map->delta;
	to->cnt_stop = map->from->cnt_stop + map->delta;
	if (to->cnt_start > to->cnt_stop)
		gprt_merge_fail(m, input, "its counters take all addresses");
}

static void map_module(struct gprt_merge *m, unsigned input, struct gprt_map *map)
{
	const struct gprof_module *from = map->from;
	struct gprof_module *r = module_for(m, input, from);

	if (!r)
		return;
	map->index = r->index;
	map->delta = r->low - from->low;
	r->flags |= from->flags;
	if (from->content_hash)
		r->content_hash = from->content_hash;
	if (from->cnt_start && !r->cnt_start)
		place_counters(m, input, map, r);
}

/* Shell's sort: what a process writes is nearly in order. */
static void sort(struct gprt_merge *m, struct gprt_map *maps, uint32_t n)
{
	for (uint32_t gap = n / 2; gap; gap = gap == 2 ? 1 : (uint32_t)(gap * 5ull / 11))
		for (uint32_t i = gap; i < n; i++) {
			struct gprt_map map = maps[i];
			uint32_t k = i;

			for (; k >= gap && maps[k - gap].from->low > map.from->low; k -= gap) {
				if (!gprt_merge_step(m))
					return;
				maps[k] = maps[k - gap];
			}
			maps[k] = map;
		}
}

/* By number, and how far they reach. */
static void index_modules(struct gprt_merge *m, unsigned input)
{
	struct gprt_input *in = &m->from[input];
	uint64_t reach = 0;

	for (uint32_t i = 0; i < in->nmaps; i++) {
		const struct gprof_module *from = in->maps[i].from;

		if (from->high > reach)
			reach = from->high;
		in->reach[i] = reach;
		if (in->by_index[from->index])
			gprt_merge_fail(m, input, "it repeats a module");
		in->by_index[from->index] = i + 1;
	}
}

static void list_modules(struct gprt_merge *m, unsigned input)
{
	struct gprt_input *in = &m->from[input];
	const struct gprof_area *a;
	struct gprof_check walk;

	gprt_profile_begin(&in->profile, &walk);
	while ((a = gprt_profile_next(&walk, GPROF_AREA_MODULE))) {
		const struct gprof_module *from = gprt_profile_at(&in->profile, a);

		if (from->index >= MOST_MODULES)
			gprt_merge_fail(m, input, "it has too many modules");
		if (from->index >= in->nindex)
			in->nindex = from->index + 1;
		in->nmaps++;
	}
	if (m->why)
		return;
	in->maps = gprt_merge_scratch(m, in->nmaps * sizeof(*in->maps));
	in->reach = gprt_merge_scratch(m, in->nmaps * sizeof(*in->reach));
	in->by_index = gprt_merge_scratch(m, in->nindex * sizeof(*in->by_index));
	in->nmaps = 0;
	gprt_profile_begin(&in->profile, &walk);
	while (!m->why && (a = gprt_profile_next(&walk, GPROF_AREA_MODULE)))
		in->maps[in->nmaps++].from = gprt_profile_at(&in->profile, a);
}

/* Those of the first profile get their numbers first, in the order in which they came. */
static void map_modules(struct gprt_merge *m, unsigned input)
{
	struct gprt_input *in = &m->from[input];

	list_modules(m, input);
	for (uint32_t i = 0; i < in->nmaps && !m->why; i++)
		map_module(m, input, &in->maps[i]);
	if (!m->why)
		sort(m, in->maps, in->nmaps);
	if (!m->why)
		index_modules(m, input);
}

/* Where cells are is known from either profile. */
static void find_cells(struct gprt_merge *m, unsigned input)
{
	struct gprt_input *in = &m->from[input];
	const struct gprof_area *a;
	struct gprof_check walk;

	gprt_profile_begin(&in->profile, &walk);
	while ((a = gprt_profile_next(&walk, GPROF_AREA_CELLS))) {
		const struct gprt_map *map = gprt_merge_map(m, input, a->module);

		if (!map || m->modules[map->index].cells)
			continue;
		m->modules[map->index].cells = gprt_profile_at(&in->profile, a);
		m->modules[map->index].ncells = a->size / sizeof(uint32_t);
	}
}

/* Of modules with counters that no profile says it of. */
static void ask_for_cells(struct gprt_merge *m)
{
	for (uint32_t i = 0; i < m->nmodules && m->known_cells; i++) {
		struct gprt_merged *r = &m->modules[i];

		if (!r->cells && r->record->cnt_start)
			r->cells = m->known_cells(r->record, &r->ncells);
	}
}

void gprt_merge_modules(struct gprt_merge *m)
{
	uint64_t most = (gprt_merge_bytes(&m->from[0], GPROF_AREA_MODULE) +
			 gprt_merge_bytes(&m->from[1], GPROF_AREA_MODULE)) /
			sizeof(struct gprof_module);

	m->modules = gprt_merge_scratch(m, most * sizeof(*m->modules));
	for (unsigned i = 0; i < 2 && !m->why; i++)
		map_modules(m, i);
	for (unsigned i = 0; i < 2 && !m->why; i++)
		find_cells(m, i);
	if (!m->why)
		ask_for_cells(m);
}

const struct gprt_map *gprt_merge_map(const struct gprt_merge *m, unsigned input, uint32_t index)
{
	const struct gprt_input *in = &m->from[input];

	if (index >= in->nindex || !in->by_index[index])
		return NULL;
	return &in->maps[in->by_index[index] - 1];
}

static unsigned fit(const struct gprof_module *m, uint64_t address, uint32_t epoch)
{
	return address >= m->low && address < m->high ? gprof_epoch_fit(m, epoch) : 0;
}

/* The number of modules that begin at the address or below it. */
static uint32_t modules_below(const struct gprt_input *in, uint64_t address)
{
	uint32_t low = 0, high = in->nmaps;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (in->maps[middle].from->low <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The module of an address that fits best; NULL: it is in none. */
static const struct gprt_map *map_of(struct gprt_merge *m, struct gprt_input *in, uint64_t address,
				     uint32_t epoch)
{
	uint32_t i, found = in->last;
	unsigned best = found < in->nmaps ? fit(in->maps[found].from, address, epoch) : 0;

	if (best < GPROF_EPOCH_FITS)
		best = 0;
	i = best ? 0 : modules_below(in, address);
	while (best < GPROF_EPOCH_FITS && i-- && in->reach[i] > address && gprt_merge_step(m)) {
		if (fit(in->maps[i].from, address, epoch) <= best)
			continue;
		best = fit(in->maps[i].from, address, epoch);
		found = i;
	}
	if (best)
		in->last = found;
	return best ? &in->maps[found] : NULL;
}

/* An address of a module that went.  Beyond the module's end it would be another module's, or be
   in none when the result is merged. */
static uint64_t retired(const struct gprt_map *map, uint64_t offset)
{
	return offset < map->from->high - map->from->low ? map->from->low + map->delta + offset : 0;
}

/* Where an address went that was seen in an epoch; modules of the result stay loaded.  1 is the
   address of a frame outside of all modules, even if a profile that was made up has a module
   there. */
uint64_t gprt_merge_moved(struct gprt_merge *m, unsigned input, uint64_t address, uint32_t epoch)
{
	const struct gprt_map *map;
	uint64_t to;

	if (address & GPROF_RETIRED) {
		map = gprt_merge_map(m, input, GPROF_RETIRED_MODULE(address));
		to = map ? retired(map, GPROF_RETIRED_OFFSET(address)) : 0;
	} else {
		map = map_of(m, &m->from[input], address, epoch);
		to = map ? address + map->delta : 0;
	}
	return to == 1 ? 0 : to;
}
