/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * modules.c - what objects are loaded, instrumented or not.
 *
 * A list that dl_iterate_phdr is compared with whenever a unit attaches and at
 * the end.  An object that is no longer there ends its epoch: its addresses may
 * be another's from then on.  In a static executable without dl_iterate_phdr
 * there is one object, described by the auxiliary vector.
 *
 * With the lock held, in constructors and destructors only: dl_iterate_phdr
 * takes a lock of libc.
 */
#include "internal.h"

#include <link.h>

struct gp_module {
	struct gp_module *next;
	struct gprof_module *record; /* in the file */
	uint32_t round;              /* the last in which it was seen */
};

extern __attribute__((weak)) int dl_iterate_phdr(int (*f)(struct dl_phdr_info *, size_t, void *),
						 void *data);
extern GP_HIDDEN __attribute__((weak)) const char __ehdr_start[];

struct build_id {
	const char *bytes;
	uint32_t size;
};

static struct build_id build_id_in(const char *p, const char *end)
{
	while (end - p >= (ptrdiff_t)sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)p;
		const char *desc = p + sizeof(*note) + ((note->n_namesz + 3ul) & ~3ul);

		if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
		    gp_equal((const char *)(note + 1), "GNU"))
			return (struct build_id){ desc, note->n_descsz };
		p = desc + ((note->n_descsz + 3ul) & ~3ul);
	}
	return (struct build_id){ NULL, 0 };
}

static struct build_id build_id_of(const struct dl_phdr_info *info)
{
	struct build_id id = { NULL, 0 };

	for (unsigned i = 0; i < info->dlpi_phnum && !id.size; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		const char *at = (const char *)(info->dlpi_addr + ph->p_vaddr);

		if (ph->p_type == PT_NOTE && ph->p_align <= 4)
			id = build_id_in(at, at + ph->p_memsz);
	}
	if (id.size > sizeof(((struct gprof_module *)0)->build_id))
		id.size = sizeof(((struct gprof_module *)0)->build_id);
	return id;
}

static void range_of(const struct dl_phdr_info *info, uint64_t *low, uint64_t *high)
{
	*low = ~0ull;
	*high = 0;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uint64_t at = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type != PT_LOAD)
			continue;
		if (at < *low)
			*low = at;
		if (at + ph->p_memsz > *high)
			*high = at + ph->p_memsz;
	}
}

static const char *path_of(const struct dl_phdr_info *info, uint64_t low, bool main)
{
	/* gp.scratch itself is taken by the reader of /proc/self/maps */
	char *path = gp.scratch + 2 * GP_PATH;

	if (main)
		return gp.exe;
	if (low == gp_auxv(AT_SYSINFO_EHDR))
		return "[vdso]";
	if (info->dlpi_name && info->dlpi_name[0] == '/')
		return info->dlpi_name;
	if (gp_maps_path(low, path, GP_PATH))
		return path;
	return info->dlpi_name ? info->dlpi_name : "";
}

static struct gp_module *find_loaded(uint64_t low, uint64_t high)
{
	struct gp_module *m;

	for (m = gp.modules; m; m = m->next)
		if (m->record->low == low && m->record->high == high &&
		    m->record->unload_epoch == GPROF_NONE)
			return m;
	return NULL;
}

/* Puts a record into the file; NULL without space, which is a loss. */
static struct gprof_module *new_record(size_t size)
{
	struct gprof_area *area;
	uint64_t offset;
	struct gprof_module *r = gp_file_alloc(size, &offset);

	area = r ? gp_file_area(offset, size) : NULL;
	if (!area) {
		gp_lose(GPROF_LOSS_MODULES);
		return NULL;
	}
	area->module = gp.nmodules;
	r->index = gp.nmodules;
	/* Published by the caller once it is filled: the entry is the last one. */
	return r;
}

static void publish_record(void)
{
	gp_file_publish(&gp.directory->area[gp.entries - 1], GPROF_AREA_MODULE);
}

static void add_module(const struct dl_phdr_info *info, uint64_t low, uint64_t high)
{
	bool main = !gp.modules;
	const char *path = path_of(info, low, main);
	struct build_id id = build_id_of(info);
	size_t path_size = gp_length(path) + 1;
	struct gp_module *m = gp_heap(sizeof(*m));
	struct gprof_module *r = m ? new_record(sizeof(*r) + path_size) : NULL;

	if (!r)
		return;
	gp.nmodules++;
	r->flags = main ? GPROF_MODULE_MAIN : 0;
	r->bias = info->dlpi_addr;
	r->low = low;
	r->high = high;
	r->unload_epoch = GPROF_NONE;
	r->load_epoch = gp.epoch;
	r->build_id_size = id.size;
	gp_copy(r->build_id, id.bytes, id.size);
	r->path_size = (uint32_t)path_size;
	gp_copy(r->path, path, path_size);
	publish_record();
	m->record = r;
	m->round = gp.round;
	m->next = gp.modules;
	gp.modules = m;
}

static int look(struct dl_phdr_info *info, size_t size, void *data)
{
	struct gp_module *m;
	uint64_t low, high;

	(void)size;
	(void)data;
	range_of(info, &low, &high);
	if (low >= high)
		return 0;
	m = find_loaded(low, high);
	if (m)
		m->round = gp.round;
	else
		add_module(info, low, high);
	return 0;
}

static void look_at_static(void)
{
	struct dl_phdr_info info;

	gp_clear(&info, sizeof(info));
	info.dlpi_phdr = (const ElfW(Phdr) *)gp_auxv(AT_PHDR);
	info.dlpi_phnum = (ElfW(Half))gp_auxv(AT_PHNUM);
	for (unsigned i = 0; i < info.dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info.dlpi_phdr[i];

		if (ph->p_type == PT_LOAD && !ph->p_offset && __ehdr_start)
			info.dlpi_addr = (uintptr_t)__ehdr_start - ph->p_vaddr;
	}
	look(&info, sizeof(info), NULL);
}

void gp_modules_refresh(void)
{
	bool gone = false;

	gp.round++;
	if (dl_iterate_phdr)
		dl_iterate_phdr(look, NULL);
	else
		look_at_static();
	for (struct gp_module *m = gp.modules; m; m = m->next) {
		if (m->round == gp.round || m->record->unload_epoch != GPROF_NONE)
			continue;
		m->record->unload_epoch = gp.epoch + 1;
		gone = true;
	}
	if (gone)
		gp.epoch++;
}

static uint64_t hash(uint64_t h, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)bytes[i]) * 0x100000001b3ull;
	return h;
}

static uint64_t content_hash(const struct gprof_unit *unit)
{
	uint64_t sizes[2] = { (uint64_t)(unit->cg_stop - unit->cg_start),
			      (uint64_t)(unit->cnt_stop - unit->cnt_start) };
	uint64_t h = hash(0xcbf29ce484222325ull, (const char *)sizes, sizeof(sizes));

	return hash(h, unit->cg_start, sizes[0]);
}

/* The module that the unit is part of; its record learns about the counters. */
uint32_t gp_module_of(const struct gprof_unit *unit)
{
	for (struct gp_module *m = gp.modules; m; m = m->next) {
		struct gprof_module *r = m->record;

		if ((uintptr_t)unit < r->low || (uintptr_t)unit >= r->high ||
		    r->unload_epoch != GPROF_NONE)
			continue;
		r->cnt_start = (uintptr_t)unit->cnt_start;
		r->cnt_stop = (uintptr_t)unit->cnt_stop;
		if (r->cnt_start == r->cnt_stop)
			r->cnt_start = r->cnt_stop = 0;
		r->content_hash = content_hash(unit);
		__atomic_fetch_or(&r->flags, GPROF_MODULE_INSTRUMENTED, __ATOMIC_RELEASE);
		return r->index;
	}
	return GPROF_NONE;
}

/* Writes the records into the new file of a child, under their old numbers. */
void gp_modules_forked(void)
{
	for (struct gp_module *m = gp.modules; m; m = m->next) {
		struct gprof_module *old = m->record;
		size_t size = sizeof(*old) + old->path_size;
		struct gprof_module *r = new_record(size);

		if (!r)
			continue;
		gp_copy(r, old, size);
		gp.directory->area[gp.entries - 1].module = r->index;
		gp.directory->area[gp.entries - 1].epoch = r->load_epoch;
		publish_record();
		m->record = r;
	}
}
