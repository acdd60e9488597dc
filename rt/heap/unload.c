/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unload.c - dlclose(), after which other code may come to lie where some was.
 *
 * The sizes of frames (keys.c) and the callers of hooks (counts.c, io/counts.c) are known by
 * address.  Once an object is unloaded, its addresses are forgotten: all that no loaded object's
 * code covers.  libgprof_heap.so and libgprof_io.so have this each for itself.
 *
 * Cost: of a dlclose(), some 100 us for a look at the whole cache.
 */
#include "heap/keys.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <sys/mman.h>

#define SPARE 64u /* objects that other threads may load meanwhile */

struct code {
	uintptr_t low, high;
};

/* The code of loaded objects. */
struct loaded {
	struct code *code; /* NULL: they are counted only */
	size_t n, room;
};

static int add_object(struct dl_phdr_info *info, size_t size, void *to)
{
	struct loaded *l = to;

	(void)size;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		uintptr_t low = info->dlpi_addr + h->p_vaddr;

		if (h->p_type != PT_LOAD || !(h->p_flags & PF_X))
			continue;
		if (l->code && l->n < l->room)
			l->code[l->n] = (struct code){ low, low + h->p_memsz };
		l->n++;
	}
	return 0;
}

/* Returns true if no object's code covers it. */
static bool is_gone(uintptr_t pc, const void *data)
{
	const struct loaded *l = data;

	for (size_t i = 0; i < l->n; i++)
		/* A call may be the last instruction of the code. */
		if (pc > l->code[i].low && pc <= l->code[i].high)
			return false;
	return true;
}

/* Returns true for each address. */
static bool is_any(uintptr_t pc, const void *data)
{
	(void)pc;
	(void)data;
	return true;
}

static void forget_unloaded(void)
{
	struct loaded l = { NULL, 0, 0 };
	bool (*gone)(uintptr_t, const void *) = is_gone;
	size_t size;

	dl_iterate_phdr(add_object, &l);
	l.room = l.n + SPARE;
	l.n = 0;
	size = l.room * sizeof(*l.code);
	l.code = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (l.code == MAP_FAILED)
		l.code = NULL;
	else
		dl_iterate_phdr(add_object, &l);
	if (!l.code || l.n > l.room)
		gone = is_any;
	gprt_keys_forget(gone, &l);
	gprt_sites_forget(gone, &l);
	if (l.code)
		munmap(l.code, size);
}

__attribute__((visibility("default"))) int dlclose(void *handle)
{
	static int (*real)(void *);
	int result, error;

	if (!__atomic_load_n(&real, __ATOMIC_RELAXED))
		__atomic_store_n(&real, (int (*)(void *))dlsym(RTLD_NEXT, "dlclose"),
				 __ATOMIC_RELAXED);
	result = real(handle);
	error = errno;
	if (!result)
		forget_unloaded();
	errno = error;
	return result;
}
