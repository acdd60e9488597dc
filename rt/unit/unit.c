/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit.c - the unit: the part of the runtime that every link unit has.
 *
 * The pass puts it into each module it instruments (as bitcode or as assembly), and
 * the linker keeps one copy per executable or shared object.  So it is small,
 * has no file-scope statics and refers to nothing that may be missing.
 *
 * Tools move notes and program headers about (patchelf), so what the note of the executable
 * says is believed only if a runtime is there; else it is searched for.
 *
 * Order: __gprof_unit_init, a constructor of the highest priority, looks for
 * the runtime and attaches to it.  Code that runs before (of a shared object
 * whose constructors are not run yet) counts in the section itself; its entries
 * lead to __gprof_unit_enter, which notes only that until 'attached' is set.
 *
 * Everything but init and fini runs anywhere in the program: in signal
 * handlers, in malloc, on a thread's first instruction.  Compiled for the
 * general registers only, since the stubs save no others.
 *
 * docs/design/unit.md has the reasons.
 */
#include "unit/unit.h"

#include <gprof-llvm/format.h>
#include <link.h>
#include <stddef.h>

#define WEAK __attribute__((weak))
#define INLINE inline __attribute__((always_inline))

/* Made by the linker; equal where the link unit has no such section. */
extern UNIT_HIDDEN WEAK const char __start_gprof_cnt[], __stop_gprof_cnt[];
extern UNIT_HIDDEN WEAK const char __start_gprof_cg[], __stop_gprof_cg[];

/* A static program may have none. */
extern WEAK unsigned long __getauxval(unsigned long type);
extern WEAK int dl_iterate_phdr(int (*f)(struct dl_phdr_info *, size_t, void *), void *data);

UNIT_HIDDEN int __gprof_unit_look(struct dl_phdr_info *info, size_t size, void *data);

struct gprof_tls *__gprof_unit_tls(void)
{
	return &__gprof_thread;
}

static INLINE int is_our_note(const ElfW(Nhdr) *note)
{
	const char *p = (const char *)(note + 1);

	if (note->n_type != GPROF_NOTE_RUNTIME || note->n_namesz != sizeof(GPROF_NOTE_NAME) ||
	    note->n_descsz != sizeof(int64_t))
		return 0;
	for (size_t i = 0; i < sizeof(GPROF_NOTE_NAME); i++)
		if (p[i] != __gprof_unit_name[i])
			return 0;
	return 1;
}

/*
 * The content of our note between 'p' and 'end', or NULL.  Linkers pad differently between
 * notes that they put together, so each place is tried where one may begin.
 */
static INLINE const char *our_note(const char *p, const char *end)
{
	const ptrdiff_t size =
		sizeof(ElfW(Nhdr)) + ((sizeof(GPROF_NOTE_NAME) + 3) & ~3ul) + sizeof(int64_t);

	for (; end - p >= size; p += 4)
		if (is_our_note((const ElfW(Nhdr) *)p))
			return p + size - sizeof(int64_t);
	return NULL;
}

/* Returns true if the object has 'size' bytes at an address, with these permissions. */
static INLINE int is_loaded(const struct dl_phdr_info *info, uintptr_t at, size_t size,
			    uint32_t permissions)
{
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t before = at - (info->dlpi_addr + ph->p_vaddr);

		if (ph->p_type == PT_LOAD && before < ph->p_filesz &&
		    ph->p_filesz - before >= size && (ph->p_flags & permissions) == permissions)
			return 1;
	}
	return 0;
}

/* Returns true if a runtime of this version is there: its functions show it. */
static INLINE int is_runtime(const struct dl_phdr_info *info, uintptr_t at)
{
	const struct gprof_runtime *r = (const struct gprof_runtime *)at;
	const uintptr_t *words = (const uintptr_t *)at;

	if (at % sizeof(*words) || !is_loaded(info, at, sizeof(*r), PF_R) ||
	    r->abi != GPROF_ABI_VERSION || r->size != GPROF_RUNTIME_SIZE)
		return 0;
	for (unsigned i = 1; i < offsetof(struct gprof_runtime, packed) / sizeof(*words); i++)
		if (!is_loaded(info, words[i], 1, PF_X))
			return 0;
	return 1;
}

/*
 * Who moved the note (patchelf) left the rest where it was: a look at all words of the
 * data, data that is read-only once relocated (PT_GNU_RELRO) before the rest (PT_LOAD).
 */
static INLINE uintptr_t search_runtime(const struct dl_phdr_info *info, uint32_t type)
{
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t at = (info->dlpi_addr + ph->p_vaddr + 7) & ~7ul;
		uintptr_t end = info->dlpi_addr + ph->p_vaddr + ph->p_filesz;

		if (ph->p_type != type || (ph->p_flags & (PF_R | PF_X)) != PF_R)
			continue;
		for (; at + sizeof(struct gprof_runtime) <= end; at += 8)
			if (*(const uint32_t *)at == GPROF_ABI_VERSION && is_runtime(info, at))
				return at;
	}
	return 0;
}

/* The runtime of the object whose note has its content there; NULL: none of this version. */
static INLINE const struct gprof_runtime *runtime_of(const struct dl_phdr_info *info,
						     const char *note)
{
	uintptr_t at = (uintptr_t)note + (uintptr_t)*(const int64_t *)note;

	if (!is_runtime(info, at)) {
		at = 0;
		for (unsigned i = 0; i < 2 && !at; i++)
			at = search_runtime(info, i ? PT_LOAD : PT_GNU_RELRO);
	}
	return (const struct gprof_runtime *)at;
}

/*
 * In a namespace made by dlmopen the first object is not the executable.  That has
 * no name in glibc, and in other libcs the program headers that the kernel gave.
 */
static int is_executable(const struct dl_phdr_info *info)
{
	return !info->dlpi_name || !*info->dlpi_name || !__getauxval ||
	       __getauxval(AT_PHDR) == (uintptr_t)info->dlpi_phdr;
}

/* For dl_iterate_phdr: the first object, and only that, can be the executable. */
int __gprof_unit_look(struct dl_phdr_info *info, size_t size, void *data)
{
	struct gprof_unit *unit = data;
	const char *note = NULL;

	(void)size;
	if (is_loaded(info, (uintptr_t)unit->tls, 1, PF_X))
		unit->executable = (uint32_t)is_executable(info);
	if (unit->executable && __gprof_unit_runtime)
		return 1;
	for (unsigned i = 0; i < info->dlpi_phnum && !note; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t at = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type == PT_NOTE && is_loaded(info, at, ph->p_filesz, PF_R))
			note = our_note((const char *)at, (const char *)at + ph->p_filesz);
	}
	if (note)
		unit->runtime = runtime_of(info, note);
	return 1;
}

/* The program, by the kernel's auxiliary vector; a program that is not moved has its headers
   first. */
static int find_program(struct dl_phdr_info *info)
{
	uintptr_t headers = __getauxval(AT_PHDR);
	const ElfW(Phdr) *ph = (const ElfW(Phdr) *)headers;
	int found = 0;

	info->dlpi_name = NULL;
	info->dlpi_phdr = ph;
	info->dlpi_phnum = headers ? (ElfW(Half))__getauxval(AT_PHNUM) : 0;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		if (ph[i].p_type == PT_PHDR) {
			info->dlpi_addr = headers - ph[i].p_vaddr;
			return 1;
		}
		if (ph[i].p_type == PT_LOAD && !ph[i].p_offset) {
			info->dlpi_addr = headers - sizeof(ElfW(Ehdr)) - ph[i].p_vaddr;
			found = 1;
		}
	}
	return found;
}

static int is_in(const struct dl_phdr_info *info, uintptr_t at)
{
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

		if (ph->p_type == PT_LOAD && at - (info->dlpi_addr + ph->p_vaddr) < ph->p_memsz)
			return 1;
	}
	return 0;
}

/* A program may have something of its own by the name of libc's function. */
static void find_runtime(struct gprof_unit *unit)
{
	struct dl_phdr_info program;

	if (!dl_iterate_phdr || !__getauxval)
		unit->executable = 1;
	else if (find_program(&program) && is_in(&program, (uintptr_t)dl_iterate_phdr))
		__gprof_unit_look(&program, sizeof(program), unit);
	else
		dl_iterate_phdr(__gprof_unit_look, unit);
	if (!unit->runtime)
		unit->runtime = __gprof_unit_runtime;
	if (unit->runtime && (unit->runtime->abi != GPROF_ABI_VERSION ||
			      unit->runtime->size < GPROF_RUNTIME_SIZE))
		unit->runtime = NULL;
}

void __gprof_unit_init(void)
{
	struct gprof_unit *unit = &__gprof_unit;

	if (unit->abi)
		return;
	unit->abi = GPROF_ABI_VERSION;
	unit->tells = 1;
	unit->cnt_start = __start_gprof_cnt;
	unit->cnt_stop = __stop_gprof_cnt;
	unit->cg_start = __start_gprof_cg;
	unit->cg_stop = __stop_gprof_cg;
	unit->tls = __gprof_unit_tls;
	find_runtime(unit);
	if (unit->runtime)
		unit->runtime->attach(unit);
	__atomic_store_n(&unit->attached, 1, __ATOMIC_RELEASE);
}

void __gprof_unit_fini(void)
{
	struct gprof_unit *unit = &__gprof_unit;

	if (unit->abi != GPROF_ABI_VERSION)
		return;
	unit->abi = ~0u; /* several entries in the destructor lists, one end */
	if (unit->runtime)
		unit->runtime->detach(unit);
}

void __gprof_unit_enter(uint64_t *entry, uintptr_t caller)
{
	struct gprof_unit *unit = &__gprof_unit;
	struct gprof_tls *tls = &__gprof_thread;

	if (tls->view == GPROF_VIEW_OFF)
		return;
	if (!__atomic_load_n(&unit->attached, __ATOMIC_ACQUIRE)) {
		unit->early = 1;
		return;
	}
	if (unit->runtime)
		unit->runtime->enter(unit, tls, entry, caller);
	else
		tls->view = GPROF_VIEW_OFF;
}

/*
 * Without a view the count stays in the cell, as far as it has room; nobody reads
 * it unless this is before the constructor.
 */
static void count_in_cell(uint64_t *cell, uintptr_t target)
{
	for (unsigned i = 0; i < GPROF_CELL_WORDS; i += 2) {
		if (!cell[i])
			__atomic_store_n(&cell[i], target, __ATOMIC_RELAXED);
		if (cell[i] == target) {
			__atomic_store_n(&cell[i + 1], cell[i + 1] + 1, __ATOMIC_RELAXED);
			return;
		}
	}
}

void __gprof_unit_indirect(uint64_t *cell, uintptr_t target)
{
	struct gprof_unit *unit = &__gprof_unit;
	struct gprof_tls *tls = &__gprof_thread;

	if (tls->view > GPROF_VIEW_OFF)
		unit->runtime->indirect(unit, tls, cell, target);
	else
		count_in_cell(cell, target);
}

void __gprof_unit_call(uintptr_t self, uintptr_t from)
{
	struct gprof_unit *unit = &__gprof_unit;
	struct gprof_tls *tls = &__gprof_thread;

	if (!tls->view)
		__gprof_unit_enter(NULL, 0);
	if (tls->view > GPROF_VIEW_OFF)
		unit->runtime->call(unit, tls, from, self);
}

void __gprof_unit_process(uint32_t event, uint32_t flags)
{
	struct gprof_unit *unit = &__gprof_unit;

	if (__atomic_load_n(&unit->attached, __ATOMIC_ACQUIRE) && unit->runtime)
		unit->runtime->process(unit, &__gprof_thread, event, flags);
}

/* Its own return address is in the function. */
uint32_t __gprof_unit_time_enter(struct gprof_timed *f, uintptr_t caller, uintptr_t frame)
{
	const struct gprof_runtime *r = __gprof_unit.runtime;
	uintptr_t here = (uintptr_t)__builtin_return_address(0);

	if (!__gprof_thread.view)
		__gprof_unit_enter(NULL, 0);
	if (__gprof_thread.view <= GPROF_VIEW_OFF || !(r->packed & GPROF_RUNTIME_TIMES))
		return 0;
	return r->times->enter(__gprof_thread.view, f, here, caller, frame);
}

void __gprof_unit_time_leave(struct gprof_timed *f, uintptr_t frame, uint32_t returned)
{
	const struct gprof_runtime *r = __gprof_unit.runtime;

	if (__gprof_thread.view > GPROF_VIEW_OFF && r->packed & GPROF_RUNTIME_TIMES)
		r->times->leave(__gprof_thread.view, f, frame, returned);
}
