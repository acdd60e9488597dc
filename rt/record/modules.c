/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * modules.c - what objects are loaded, instrumented or not.
 *
 * A list that dl_iterate_phdr is compared with whenever a unit attaches and at
 * the end.  An object that is no longer there has its addresses retired
 * (unload.c), since they may be another's from then on; when it comes back, at
 * whatever address, its record and its blocks are used again.  So a plugin that is
 * loaded and unloaded for ever takes space once.  In a static executable without libc's
 * dl_iterate_phdr there is one object, described by the auxiliary vector.
 *
 * Not in handlers: dl_iterate_phdr takes a lock of libc.  Who has that in a callback of
 * dl_iterate_phdr may wait for ours, so it is taken first.  A forked child whose parent had other
 * threads may never get it: there the list stays the same, until an object is loaded.
 */
#include "record/modules.h"

#include "base/hash.h"
#include "base/loader.h"
#include "base/maps.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"
#include "record/unload.h"

#include <elf.h>
#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>
#include <link.h>

typedef int iterate_function(int (*f)(struct dl_phdr_info *, size_t, void *), void *data);

static struct {
	struct gprt_module *first; /* the newest; never removed */
	uint32_t n;
	iterate_function *iterate; /* libc's dl_iterate_phdr, once it is 'known'; may be NULL */
	bool known;
	bool out_of_reach; /* libc's list: its lock may be nobody's */
} modules;

struct locked_call {
	void (*function)(void *data);
	void *data;
	bool done;
};

struct gprt_module {
	struct gprt_module *next;
	struct gprof_module *record; /* in the file */
	uint64_t name;               /* hash of the name that the loader has for it */
	bool seen;                   /* in the present look at loaded objects */
	bool retired;                /* its addresses in the file are */
	uintptr_t tables;            /* offset of PT_GNU_EH_FRAME from the low end, or 0 */
};

extern __attribute__((weak)) iterate_function dl_iterate_phdr;
extern __attribute__((weak)) iterate_function __dl_iterate_phdr; /* glibc's, in a static program */
extern GPRT_HIDDEN __attribute__((weak)) const char __ehdr_start[];

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
		    gprt_equal((const char *)(note + 1), "GNU"))
			return (struct build_id){ desc, note->n_descsz };
		p = desc + ((note->n_descsz + 3ul) & ~3ul);
		/* Some linkers have notes aligned to 8 and to 4 in one segment (mold). */
		while (end - p >= 4 && !*(const uint32_t *)p)
			p += 4;
	}
	return (struct build_id){ NULL, 0 };
}

static struct build_id build_id_of(const struct dl_phdr_info *info)
{
	struct build_id id = { NULL, 0 };

	for (unsigned i = 0; i < info->dlpi_phnum && !id.size; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		const char *at = (const char *)(info->dlpi_addr + ph->p_vaddr);

		if (ph->p_type == PT_NOTE)
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

/* Where the unwind tables are, from the low end; 0 if there are none. */
static uintptr_t tables_of(const struct dl_phdr_info *info, uint64_t low)
{
	for (unsigned i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_GNU_EH_FRAME)
			return info->dlpi_addr + info->dlpi_phdr[i].p_vaddr - low;
	return 0;
}

static const char *path_of(const struct dl_phdr_info *info, uint64_t low, bool main)
{
	/* gprt.scratch itself is taken by the reader of /proc/self/maps */
	char *path = gprt.scratch + 2 * GPRT_PATH;

	if (main)
		return gprt.exe;
	if (low == gprt_auxv(AT_SYSINFO_EHDR))
		return "[vdso]";
	if (info->dlpi_name && info->dlpi_name[0] == '/')
		return info->dlpi_name;
	if (gprt_maps_path(low, path, GPRT_PATH))
		return path;
	return info->dlpi_name ? info->dlpi_name : "";
}

/* A loaded object, before its record is looked for. */
struct object {
	uint64_t bias, low, high;
	uint64_t name; /* hash of the loader's name */
	uintptr_t tables;
	struct build_id id;
};

static struct object object_of(const struct dl_phdr_info *info)
{
	const char *name = info->dlpi_name ? info->dlpi_name : "";
	struct object o;

	o.bias = info->dlpi_addr;
	o.id = build_id_of(info);
	range_of(info, &o.low, &o.high);
	o.name = gprt_hash_bytes(GPRT_HASH_START, name, gprt_length(name));
	o.tables = tables_of(info, o.low);
	return o;
}

static bool same_build(const struct gprof_module *r, const struct build_id *id)
{
	if (r->build_id_size != id->size)
		return false;
	for (uint32_t i = 0; i < id->size; i++)
		if (r->build_id[i] != (unsigned char)id->bytes[i])
			return false;
	return true;
}

static bool is_loaded(const struct gprt_module *m)
{
	return m->record->unload_epoch == GPROF_NONE;
}

static struct gprt_module *find_loaded(const struct object *o)
{
	struct gprt_module *m;

	for (m = modules.first; m; m = m->next)
		if (m->record->low == o->low && m->record->high == o->high && is_loaded(m) &&
		    m->name == o->name && same_build(m->record, &o->id))
			return m;
	return NULL;
}

/* The record of an object that was unloaded and has come back. */
static struct gprt_module *find_unloaded(const struct object *o, const char *path)
{
	struct gprt_module *m;

	for (m = modules.first; m; m = m->next)
		if (!is_loaded(m) && m->record->high - m->record->low == o->high - o->low &&
		    same_build(m->record, &o->id) && gprt_equal(m->record->path, path))
			return m;
	return NULL;
}

/* Changes a range that others may read: its end is never before its start. */
static void set_range(uint64_t *start, uint64_t *stop, uint64_t new_start, uint64_t new_stop)
{
	if (new_stop > *stop) {
		__atomic_store_n(stop, new_stop, __ATOMIC_RELEASE);
		__atomic_store_n(start, new_start, __ATOMIC_RELEASE);
	} else {
		__atomic_store_n(start, new_start, __ATOMIC_RELEASE);
		__atomic_store_n(stop, new_stop, __ATOMIC_RELEASE);
	}
}

static void reload(struct gprt_module *m)
{
	if (m->retired)
		gprt_module_reload(m->record);
	m->retired = false;
}

static void come_back(struct gprt_module *m, const struct object *o)
{
	struct gprof_module *r = m->record;
	uint64_t moved = o->low - r->low;

	r->bias = o->bias;
	set_range(&r->low, &r->high, o->low, o->high);
	if (r->cnt_start)
		set_range(&r->cnt_start, &r->cnt_stop, r->cnt_start + moved, r->cnt_stop + moved);
	r->load_epoch = gprt_file.epoch;
	__atomic_store_n(&r->unload_epoch, GPROF_NONE, __ATOMIC_RELEASE);
	m->name = o->name;
	m->tables = o->tables;
	m->seen = true;
	/* An object with counters may have other content yet: see gprt_module_of. */
	if (!(r->flags & GPROF_MODULE_INSTRUMENTED))
		reload(m);
}

/* Puts a record into the file; NULL without space, which is a loss. */
static struct gprof_module *new_record(size_t size)
{
	struct gprof_area *area;
	uint64_t offset;
	struct gprof_module *r = gprt_file_alloc(size, &offset);

	area = r ? gprt_file_area(offset, size) : NULL;
	if (!area) {
		gprt_lose(GPROF_LOSS_MODULES);
		return NULL;
	}
	area->module = modules.n;
	r->index = modules.n;
	/* Published by the caller once it is filled: the entry is the last one. */
	return r;
}

static void publish_record(void)
{
	gprt_file_publish(&gprt_file.directory->area[gprt_file.entries - 1], GPROF_AREA_MODULE);
}

static struct gprt_module *add_module(const struct object *o, const char *path)
{
	size_t path_size = gprt_length(path) + 1;
	struct gprt_module *m = gprt_heap(sizeof(*m));
	struct gprof_module *r = m ? new_record(sizeof(*r) + path_size) : NULL;

	if (!r)
		return NULL;
	r->flags = modules.n ? 0 : GPROF_MODULE_MAIN;
	modules.n++;
	r->bias = o->bias;
	r->low = o->low;
	r->high = o->high;
	r->unload_epoch = GPROF_NONE;
	r->load_epoch = gprt_file.epoch;
	r->build_id_size = o->id.size;
	gprt_copy(r->build_id, o->id.bytes, o->id.size);
	r->path_size = (uint32_t)path_size;
	gprt_copy(r->path, path, path_size);
	publish_record();
	m->record = r;
	m->name = o->name;
	m->tables = o->tables;
	m->seen = true;
	m->next = modules.first;
	__atomic_store_n(&modules.first, m, __ATOMIC_RELEASE);
	return m;
}

/* First look: which of the known are still there?  Counts the others in 'data'. */
static int look_for_known(struct dl_phdr_info *info, size_t size, void *data)
{
	struct object o = object_of(info);
	struct gprt_module *m;

	(void)size;
	if (o.low >= o.high)
		return 0;
	m = find_loaded(&o);
	if (m)
		m->seen = true;
	else
		++*(unsigned *)data;
	return 0;
}

/* Second look: the others. */
static int look_for_new(struct dl_phdr_info *info, size_t size, void *data)
{
	struct object o = object_of(info);
	struct gprt_module *m;
	const char *path;

	(void)size;
	(void)data;
	if (o.low >= o.high || find_loaded(&o))
		return 0;
	path = path_of(info, o.low, !modules.first);
	m = find_unloaded(&o, path);
	if (m)
		come_back(m, &o);
	else
		add_module(&o, path);
	return 0;
}

/* In a static program libc's list does not have the kernel's object. */
static void look_at_vdso(int (*f)(struct dl_phdr_info *, size_t, void *), void *data)
{
	uintptr_t at = gprt_auxv(AT_BASE) ? 0 : gprt_auxv(AT_SYSINFO_EHDR);
	const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)at;
	struct dl_phdr_info info;

	/* valgrind hides it, but not from the kernel's answers. */
	if (!at || gprt_valgrind(GPRT_VALGRIND_HERE, 0, 0))
		return;
	gprt_clear(&info, sizeof(info));
	info.dlpi_name = "linux-vdso.so.1"; /* glibc's, where it is in the list */
	info.dlpi_phdr = (const ElfW(Phdr) *)(at + head->e_phoff);
	info.dlpi_phnum = head->e_phnum;
	for (unsigned i = 0; i < info.dlpi_phnum; i++)
		if (info.dlpi_phdr[i].p_type == PT_LOAD && !info.dlpi_phdr[i].p_offset)
			info.dlpi_addr = at - info.dlpi_phdr[i].p_vaddr;
	f(&info, sizeof(info), data);
}

/* That of libc; a program may have something else of this name. */
static iterate_function *find_iterate(void)
{
	if (!dl_iterate_phdr || !gprt_in_program((uintptr_t)dl_iterate_phdr))
		return dl_iterate_phdr;
	if (__dl_iterate_phdr)
		return __dl_iterate_phdr;
	return (iterate_function *)(uintptr_t)gprt_library_function("dl_iterate_phdr");
}

static iterate_function *iterate(void)
{
	if (!modules.known) /* in a constructor */
		modules.iterate = find_iterate();
	modules.known = true;
	return modules.iterate;
}

static void look(int (*f)(struct dl_phdr_info *, size_t, void *), void *data)
{
	struct dl_phdr_info info;

	if (iterate()) {
		iterate()(f, data);
		look_at_vdso(f, data);
		return;
	}
	gprt_clear(&info, sizeof(info));
	info.dlpi_phdr = (const ElfW(Phdr) *)gprt_auxv(AT_PHDR);
	info.dlpi_phnum = (ElfW(Half))gprt_auxv(AT_PHNUM);
	for (unsigned i = 0; i < info.dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info.dlpi_phdr[i];

		if (ph->p_type == PT_LOAD && !ph->p_offset && __ehdr_start)
			info.dlpi_addr = (uintptr_t)__ehdr_start - ph->p_vaddr;
	}
	f(&info, sizeof(info), data);
	look_at_vdso(f, data);
}

/* Addresses go first: what is plain in the file belongs to a module that is loaded. */
static void unload(struct gprt_module *m)
{
	gprt_module_unload(m->record);
	m->retired = true;
	__atomic_store_n(&m->record->unload_epoch, gprt_file.epoch + 1, __ATOMIC_RELEASE);
}

static int call_locked(struct dl_phdr_info *info, size_t size, void *call)
{
	struct locked_call *c = call;

	(void)info;
	(void)size;
	gprt_lock_word(&gprt.lock);
	c->function(c->data);
	gprt_unlock_word(&gprt.lock);
	c->done = true;
	return 1;
}

/* libc's lock is recursive: the function may look at the list. */
void gprt_modules_locked(void (*f)(void *data), void *data)
{
	struct locked_call call = { f, data, false };
	uint64_t mask;

	sys_block(&mask);
	if (iterate() && !modules.out_of_reach)
		iterate()(call_locked, &call);
	if (!call.done)
		call_locked(NULL, 0, &call);
	sys_unblock(&mask);
}

void gprt_modules_loaded(void)
{
	modules.out_of_reach = false;
}

void gprt_modules_refresh(void)
{
	bool gone = false;
	unsigned unknown = 0;

	if (modules.out_of_reach)
		return;
	for (struct gprt_module *m = modules.first; m; m = m->next)
		m->seen = false;
	look(look_for_known, &unknown);
	for (struct gprt_module *m = modules.first; m; m = m->next) {
		if (m->seen || !is_loaded(m))
			continue;
		unload(m);
		gone = true;
	}
	if (gone)
		gprt_file.epoch++;
	if (unknown)
		look(look_for_new, NULL);
}

static uint64_t content_hash(const struct gprof_unit *unit)
{
	uint64_t sizes[2] = { (uint64_t)(unit->cg_stop - unit->cg_start),
			      (uint64_t)(unit->cnt_stop - unit->cnt_start) };
	uint64_t h = gprt_hash_bytes(GPRT_HASH_START, (const char *)sizes, sizeof(sizes));

	return gprt_hash_bytes(h, unit->cg_start, sizes[0]);
}

static struct gprt_module *module_at(uintptr_t address)
{
	struct gprt_module *m;

	for (m = modules.first; m; m = m->next)
		if (address >= m->record->low && address < m->record->high && is_loaded(m))
			break;
	return m;
}

/*
 * An object of another content has come back by the same name: it gets a record of
 * its own, and the old one stays unloaded.
 */
static struct gprt_module *separate(struct gprt_module *old)
{
	struct gprof_module *r = old->record;
	struct object o;

	o.bias = r->bias;
	o.low = r->low;
	o.high = r->high;
	o.name = old->name;
	o.tables = old->tables;
	o.id.bytes = (const char *)r->build_id;
	o.id.size = r->build_id_size;
	__atomic_store_n(&r->unload_epoch, gprt_file.epoch, __ATOMIC_RELEASE);
	return add_module(&o, r->path);
}

/* Build-ids that are equal are of equal objects, unless somebody chose them. */
static bool is_other(const struct gprof_module *r, const struct gprof_unit *unit, uint64_t content)
{
	return (r->flags & GPROF_MODULE_INSTRUMENTED) &&
	       (r->content_hash != content ||
		r->cnt_stop - r->cnt_start != (uint64_t)(unit->cnt_stop - unit->cnt_start));
}

/*
 * The module that the unit is part of; its record learns about the counters.  The hash reads
 * all of the unit's gprof_cg: a third of the time of a short run of a large program, which a
 * build-id makes needless.
 */
uint32_t gprt_module_of(const struct gprof_unit *unit)
{
	struct gprt_module *m = module_at((uintptr_t)unit);
	uint64_t content = m && m->record->build_id_size ? 0 : content_hash(unit);
	struct gprof_module *r;

	if (m && is_other(m->record, unit, content))
		m = separate(m);
	if (!m)
		return GPROF_NONE;
	r = m->record;
	if (unit->cnt_start != unit->cnt_stop)
		set_range(&r->cnt_start, &r->cnt_stop, (uintptr_t)unit->cnt_start,
			  (uintptr_t)unit->cnt_stop);
	r->content_hash = content;
	__atomic_fetch_or(&r->flags, GPROF_MODULE_INSTRUMENTED, __ATOMIC_RELEASE);
	reload(m);
	return r->index;
}

/* For sample handlers: without the lock.  Modules are added and never removed. */
bool gprt_module_tables(uintptr_t pc, struct gprt_object *o)
{
	struct gprt_module *m = __atomic_load_n(&modules.first, __ATOMIC_ACQUIRE);

	for (; m; m = m->next) {
		const struct gprof_module *r = m->record;

		if (pc < r->low || pc >= r->high || r->unload_epoch != GPROF_NONE)
			continue;
		*o = (struct gprt_object){ r->low, r->high, m->tables ? r->low + m->tables : 0 };
		return o->tables;
	}
	return false;
}

bool gprt_module_has(uintptr_t address)
{
	struct gprt_module *m = __atomic_load_n(&modules.first, __ATOMIC_ACQUIRE);

	while (m && (address < m->record->low || address >= m->record->high ||
		     m->record->unload_epoch != GPROF_NONE))
		m = m->next;
	return m;
}

uint64_t gprt_module_place(uintptr_t pc)
{
	const struct gprt_module *m = __atomic_load_n(&modules.first, __ATOMIC_ACQUIRE);

	while (m && (pc <= m->record->low || pc > m->record->high || !is_loaded(m)))
		m = m->next;
	if (!m || m->record->flags & GPROF_MODULE_MAIN)
		return pc;
	return GPROF_RETIRED_ADDRESS(m->record->index, pc - m->record->low);
}

/* Writes the records into the new file of a child, under their old numbers. */
void gprt_modules_forked(bool threads)
{
	modules.out_of_reach |= threads;
	for (struct gprt_module *m = modules.first; m; m = m->next) {
		struct gprof_module *old = m->record;
		size_t size = sizeof(*old) + old->path_size;
		struct gprof_module *r = new_record(size);

		if (!r)
			continue;
		gprt_copy(r, old, size);
		gprt_file.directory->area[gprt_file.entries - 1].module = r->index;
		gprt_file.directory->area[gprt_file.entries - 1].epoch = r->load_epoch;
		publish_record();
		m->record = r;
	}
}

/* NULL: there is none of that number. */
const struct gprof_module *gprt_module_record(uint32_t index)
{
	for (const struct gprt_module *m = modules.first; m; m = m->next)
		if (m->record->index == index)
			return m->record;
	return NULL;
}
