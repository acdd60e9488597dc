/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge.c - makes one profile of two, for pools (pool.c).
 *
 * A function of two profiles in memory.  Its result is the image of a file, in
 * memory that is touched only as far as it is used.
 *
 * Addresses.  A module of either profile goes to the module of the result that is
 * of the same file.  The first to come keeps its addresses where they are free, else
 * it gets a range above all others.  Every address moves with its module; one that
 * lies in no module becomes 0.
 *
 * Counts.  All threads become one, whose block of a module is the sum of the blocks,
 * but for cells of indirect sites: targets share the cell while it has room, others
 * become arcs.  Which words are cells is known for the modules this process has, or
 * had, loaded; with counts of others two profiles cannot be merged.
 *
 * Tables are merged in merge_tables.c.  Time and memory grow with the two profiles.
 * With the lock held.
 */
#include "merge.h"

#define SCALE 24            /* address space reserved for a byte of a profile */
#define SPARE (4u << 20)    /* and for no byte at all */
#define FIRST_ENTRIES ((GPROF_PAGE - GPROF_FIRST_DIR - sizeof(struct gprof_directory)) /           \
		       sizeof(struct gprof_area))
#define MORE_ENTRIES 256u

/* ------------------------------------------------------------------ */
/* Memory */

void *gp_merge_scratch(struct gp_merge *m, size_t size)
{
	char *p = m->scratch;

	size = (size + 15) & ~(size_t)15;
	if ((size_t)(m->scratch_end - p) < size) {
		m->failed = true;
		return NULL;
	}
	m->scratch += size;
	return p;
}

static void *put(struct gp_merge *m, size_t size, uint64_t *offset)
{
	*offset = m->used;
	size = (size + 7) & ~(size_t)7;
	if (m->limit - m->used < size) {
		m->failed = true;
		return NULL;
	}
	m->used += size;
	return m->image + *offset;
}

static struct gprof_area *new_area(struct gp_merge *m)
{
	struct gprof_directory *d;
	uint64_t at;

	if (m->entries == m->directory->capacity) {
		d = put(m, sizeof(*d) + MORE_ENTRIES * sizeof(struct gprof_area), &at);
		if (!d)
			return NULL;
		d->capacity = MORE_ENTRIES;
		m->directory->next = at;
		m->directory = d;
		m->entries = 0;
	}
	return &m->directory->area[m->entries++];
}

/* Content of 'size' bytes with its entry in a directory. */
void *gp_merge_area(struct gp_merge *m, enum gprof_area_type type, size_t size, uint32_t module)
{
	struct gprof_area *a = new_area(m);
	uint64_t offset;
	void *content = a ? put(m, size, &offset) : NULL;

	if (!content)
		return NULL;
	a->thread = type == GPROF_AREA_PROCESS || type == GPROF_AREA_MODULE ? GPROF_NONE : 0;
	a->module = module;
	a->offset = offset;
	a->size = size;
	a->type = type;
	return content;
}

/* Bytes of all areas of a type in both profiles. */
uint64_t gp_merge_bytes(const struct gp_merge *m, enum gprof_area_type type)
{
	const struct gprof_area *a;
	uint64_t sum = 0;

	for (unsigned i = 0; i < 2; i++) {
		struct gp_walk w = gp_walk();

		while ((a = gp_profile_next(&m->from[i], &w, type)))
			sum += a->size;
	}
	return sum;
}

/* ------------------------------------------------------------------ */
/* Modules */

static bool is_free(const struct gp_merge *m, uint64_t low, uint64_t high)
{
	for (uint32_t i = 0; i < m->nmodules; i++)
		if (low < m->modules[i]->high && m->modules[i]->low < high)
			return false;
	return true;
}

static uint64_t top(const struct gp_merge *m)
{
	uint64_t top = 0;

	for (uint32_t i = 0; i < m->nmodules; i++)
		if (m->modules[i]->high > top)
			top = m->modules[i]->high;
	return (top + 2 * GPROF_PAGE - 1) & ~(uint64_t)(GPROF_PAGE - 1);
}

static struct gprof_module *new_module(struct gp_merge *m, const struct gprof_module *from)
{
	size_t size = sizeof(*from) + from->path_size;
	struct gprof_module *r = gp_merge_area(m, GPROF_AREA_MODULE, size, m->nmodules);
	uint64_t delta = 0;

	if (!r)
		return NULL;
	if (!is_free(m, from->low, from->high))
		delta = top(m) - (from->low & ~(uint64_t)(GPROF_PAGE - 1));
	gp_copy(r, from, size);
	r->index = m->nmodules;
	r->bias += delta;
	r->low += delta;
	r->high += delta;
	r->cnt_start = r->cnt_stop = 0;
	r->unload_epoch = GPROF_NONE;
	r->load_epoch = 0;
	m->modules[m->nmodules++] = r;
	return r;
}

static struct gprof_module *module_for(struct gp_merge *m, const struct gprof_module *from)
{
	for (uint32_t i = 0; i < m->nmodules; i++)
		if (gp_profile_same(m->modules[i], from))
			return m->modules[i];
	return new_module(m, from);
}

static void map_module(struct gp_merge *m, unsigned input, const struct gprof_module *from)
{
	struct gprof_module *r = module_for(m, from);
	struct gp_map *map = gp_merge_scratch(m, sizeof(*map));

	if (!r || !map)
		return;
	map->from = from;
	map->index = r->index;
	map->delta = r->low - from->low;
	map->next = m->maps[input];
	m->maps[input] = map;
	r->flags |= from->flags;
	if (from->content_hash)
		r->content_hash = from->content_hash;
	if (from->cnt_start && !r->cnt_start) {
		r->cnt_start = from->cnt_start + map->delta;
		r->cnt_stop = from->cnt_stop + map->delta;
	}
}

static void map_modules(struct gp_merge *m)
{
	size_t limit = gp_merge_bytes(m, GPROF_AREA_MODULE) / sizeof(struct gprof_module) + 1;
	const struct gprof_area *a;

	m->modules = gp_merge_scratch(m, limit * sizeof(*m->modules));
	m->words = gp_merge_scratch(m, limit * sizeof(*m->words));
	for (unsigned i = 0; i < 2 && !m->failed; i++) {
		struct gp_walk w = gp_walk();

		while ((a = gp_profile_next(&m->from[i], &w, GPROF_AREA_MODULE))) {
			const struct gprof_module *from = gp_profile_module(&m->from[i], a);

			if (from)
				map_module(m, i, from);
		}
	}
}

const struct gp_map *gp_merge_map(const struct gp_merge *m, unsigned input, uint32_t index)
{
	const struct gp_map *map = m->maps[input];

	while (map && map->from->index != index)
		map = map->next;
	return map;
}

/* Where an address went that was seen in an epoch; modules of the result stay loaded. */
uint64_t gp_merge_moved(const struct gp_merge *m, unsigned input, uint64_t address, uint32_t epoch)
{
	const struct gp_map *map;

	if (address & GPROF_RETIRED) {
		map = gp_merge_map(m, input, GPROF_RETIRED_MODULE(address));
		return map ? m->modules[map->index]->low + GPROF_RETIRED_OFFSET(address) : 0;
	}
	for (map = m->maps[input]; map; map = map->next)
		if (address >= map->from->low && address < map->from->high &&
		    map->from->load_epoch <= epoch && epoch < map->from->unload_epoch)
			return address + map->delta;
	return 0;
}

/* ------------------------------------------------------------------ */
/* Blocks */

/* A target and its calls, to a cell: a place there, or else an arc. */
static void add_target(struct gp_merge *m, uint32_t module, uint64_t word, uint64_t to,
		       uint64_t hits)
{
	uint64_t *cell = m->words[module] + word;

	for (unsigned i = 0; i < GPROF_CELL_WORDS && to; i += 2) {
		if (cell[i] && cell[i] != to)
			continue;
		cell[i] = to;
		cell[i + 1] += hits;
		return;
	}
	gp_merge_arc(m, GPROF_ARC_INDIRECT, module, word * 8, to, hits);
}

/* The unit whose counters a module has; its cells are known.  NULL if there is none. */
static const struct gp_unit *unit_of(const struct gprof_module *m)
{
	for (struct gp_unit *u = gp.units; u; u = u->next) {
		if (!u->span || gp_module_hash(u->index) != m->content_hash)
			continue;
		gp_cells_list(u);
		if (u->listed)
			return u;
	}
	return NULL;
}

/* One bit a word: here begins a cell. */
static uint64_t *cells_of(struct gp_merge *m, const struct gprof_module *from, uint64_t words)
{
	const struct gp_unit *u = unit_of(from);
	uint64_t *bits = u ? gp_merge_scratch(m, (words + 63) / 64 * 8) : NULL;

	for (uint32_t i = 0; bits && i < u->ncells; i++) {
		uint64_t word = u->cells[i] / 8;

		if (word + GPROF_CELL_WORDS <= words)
			bits[word / 64] |= 1ull << word % 64;
	}
	return bits;
}

static void add_block(struct gp_merge *m, unsigned input, const struct gprof_area *a)
{
	const struct gp_map *map = gp_merge_map(m, input, a->module);
	const uint64_t *in = (const uint64_t *)(m->from[input].at + a->offset + a->skip);
	uint64_t n = map ? (map->from->cnt_stop - map->from->cnt_start) / 8 : 0;
	struct gprof_module *r = map ? m->modules[map->index] : NULL;
	const uint64_t *cells = map ? cells_of(m, map->from, n) : NULL;

	if (!cells || a->skip > a->size || (a->size - a->skip) / 8 < n ||
	    r->cnt_stop - r->cnt_start != n * 8) {
		m->failed = true;
		return;
	}
	if (!m->words[map->index])
		m->words[map->index] = gp_merge_area(m, GPROF_AREA_BLOCK, n * 8, map->index);
	if (!m->words[map->index])
		return;
	for (uint64_t i = 0; i < n; i++) {
		if (!(cells[i / 64] >> i % 64 & 1)) {
			m->words[map->index][i] += in[i];
			continue;
		}
		for (unsigned k = 0; k < GPROF_CELL_WORDS; k += 2)
			if (in[i + k + 1])
				add_target(m, map->index, i,
					   gp_merge_moved(m, input, in[i + k], a->epoch),
					   in[i + k + 1]);
		i += GPROF_CELL_WORDS - 1;
	}
}

/* ------------------------------------------------------------------ */
/* The rest */

static void write_thread(struct gp_merge *m)
{
	struct gprof_thread *out = gp_merge_area(m, GPROF_AREA_THREAD, sizeof(*out), GPROF_NONE);
	const struct gprof_area *a;

	for (unsigned i = 0; i < 2 && out; i++) {
		struct gp_walk w = gp_walk();

		while ((a = gp_profile_next(&m->from[i], &w, GPROF_AREA_THREAD))) {
			const struct gprof_thread *t = (const void *)(m->from[i].at + a->offset);

			if (a->size < sizeof(*t))
				continue;
			out->threads += t->threads;
			out->cpu_ns += t->cpu_ns;
		}
	}
}

static uint64_t processes_in(const struct gp_profile *p)
{
	const char *s = gp_profile_value(p, GPROF_PROCESS_COUNT "=");
	uint64_t n = 0;

	for (; s && *s >= '0' && *s <= '9'; s++)
		n = n * 10 + (uint64_t)(*s - '0');
	return s ? n : 1;
}

static void put_string(struct gp_text *t, const char *key, const char *value)
{
	gp_put(t, key);
	gp_put(t, value);
	if (t->end - t->at >= 2)
		*++t->at = 0;
}

static void write_process(struct gp_merge *m)
{
	static const char *const kept[] = { "exe=", "cwd=", "host=", "cmdline=" };
	struct gp_text t = gp_text(gp.scratch, sizeof(gp.scratch));
	char digits[24], *out;
	struct gp_text n = gp_text(digits, sizeof(digits));

	for (unsigned i = 0; i < sizeof(kept) / sizeof(*kept); i++) {
		const char *value = gp_profile_value(&m->from[0], kept[i]);

		put_string(&t, kept[i], value ? value : "");
	}
	gp_put_number(&n, processes_in(&m->from[0]) + processes_in(&m->from[1]));
	put_string(&t, GPROF_PROCESS_COUNT "=", digits);
	put_string(&t, GPROF_PROCESS_MERGED "=", m->name);
	out = gp_merge_area(m, GPROF_AREA_PROCESS, (size_t)(t.at - gp.scratch), GPROF_NONE);
	if (out)
		gp_copy(out, gp.scratch, (size_t)(t.at - gp.scratch));
}

/* CPU time; of a process that was killed, what its samples say. */
static uint64_t user_time(const struct gp_profile *p)
{
	const struct gprof_file_header *h = gp_profile_head(p);
	struct gp_walk w = gp_walk();
	const struct gprof_area *a;
	uint64_t sum = 0;

	if (h->end_ns)
		return h->user_ns;
	while ((a = gp_profile_next(p, &w, GPROF_AREA_THREAD)))
		if (a->size >= sizeof(struct gprof_thread))
			sum += ((const struct gprof_thread *)(p->at + a->offset))->cpu_ns;
	return sum;
}

static void write_header(struct gp_merge *m)
{
	const struct gprof_file_header *a = gp_profile_head(&m->from[0]);
	const struct gprof_file_header *b = gp_profile_head(&m->from[1]);
	struct gprof_file_header *h = (struct gprof_file_header *)m->image;

	gp_copy(h, a, sizeof(*h));
	h->flags = a->flags | b->flags;
	h->file_end = gp_round(m->used);
	h->pid = h->ppid = h->fork_depth = 0;
	h->clock = a->clock > b->clock ? a->clock : b->clock;
	h->start_ns = a->start_ns < b->start_ns ? a->start_ns : b->start_ns;
	h->end_ns = a->end_ns > b->end_ns ? a->end_ns : b->end_ns;
	if (!h->end_ns)
		h->end_ns = h->start_ns;
	h->user_ns = user_time(&m->from[0]) + user_time(&m->from[1]);
	h->system_ns = a->system_ns + b->system_ns;
	h->monotonic_ns = 0;
	for (unsigned i = 0; i < GPROF_LOSS_N; i++)
		h->lost[i] = a->lost[i] + b->lost[i];
}

static void add_all(struct gp_merge *m, enum gprof_area_type type,
		    void (*one)(struct gp_merge *m, unsigned input, const struct gprof_area *a))
{
	const struct gprof_area *a;

	for (unsigned i = 0; i < 2; i++) {
		struct gp_walk w = gp_walk();

		while (!m->failed && (a = gp_profile_next(&m->from[i], &w, type)))
			one(m, i, a);
	}
}

/* Half of the memory for the image, half for the work. */
static int reserve(struct gp_merge *m)
{
	size_t half = gp_round((m->from[0].size + m->from[1].size) * SCALE + SPARE);
	long at = sys_mmap(0, 2 * half, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (sys_failed(at))
		return -1;
	m->reserved = 2 * half;
	m->limit = half - GPROF_PAGE;
	m->image = (char *)at;
	m->used = GPROF_PAGE;
	m->directory = (struct gprof_directory *)(m->image + GPROF_FIRST_DIR);
	m->directory->capacity = FIRST_ENTRIES;
	m->scratch = m->image + half;
	m->scratch_end = m->scratch + half;
	return 0;
}

/* Snapshots say of which counts a report is to be; that cannot be added up. */
static bool can_merge(const struct gp_merge *m)
{
	return gp_profile_is(&m->from[0]) && gp_profile_is(&m->from[1]) &&
	       !gp_profile_head(&m->from[0])->snapshots &&
	       !gp_profile_head(&m->from[1])->snapshots;
}

int gp_merge(struct gp_merge *m)
{
	if (!can_merge(m) || reserve(m) < 0)
		return -1;
	gp_merge_sets(m);
	if (!m->failed)
		write_process(m);
	if (!m->failed)
		map_modules(m);
	add_all(m, GPROF_AREA_BLOCK, add_block);
	add_all(m, GPROF_AREA_ARCS, gp_merge_arcs);
	add_all(m, GPROF_AREA_SAMPLES, gp_merge_samples);
	if (!m->failed) {
		write_thread(m);
		gp_merge_tables(m);
		write_header(m);
	}
	if (!m->failed)
		return 0;
	gp_merge_release(m);
	return -1;
}

void gp_merge_release(struct gp_merge *m)
{
	if (m->image)
		sys_munmap((uintptr_t)m->image, m->reserved);
	m->image = NULL;
}
