/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unload.c - dlclose(), after which other code may come to lie where some was.
 *
 * The sizes of frames (keys.c, stacks.c) and the callers of hooks (counts.c, io/counts.c) are
 * known by address.  Once an object is unloaded, its addresses are forgotten.  Another thread may
 * load one to the same place before that, and call malloc with frames of other sizes: so from
 * before the unloading until then nobody uses the sizes.  libgprof_heap.so and libgprof_io.so have
 * this each for itself.
 *
 * Cost: of a dlclose(), two looks at the list of objects; if one went, some 100 us for a look at
 * the whole cache.
 */
#include "heap/keys.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <sys/mman.h>

#define SPARE 64u /* objects that other threads may load meanwhile */

uint32_t gprt_unloading;

struct code {
	uintptr_t low, high;
	uint64_t name; /* of the object, mixed */
};

/* The code of loaded objects. */
struct loaded {
	struct code *code; /* NULL: they are counted only */
	size_t n, room;    /* n > room: some are not there */
};

static uint64_t mix_name(const char *name)
{
	uint64_t h = 0;

	while (name && *name)
		h = (h ^ (unsigned char)*name++) * 0x9e3779b97f4a7c15u;
	return h;
}

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
			l->code[l->n] = (struct code){ low, low + h->p_memsz,
						       mix_name(info->dlpi_name) };
		l->n++;
	}
	return 0;
}

static size_t bytes_of(const struct loaded *l)
{
	return l->room * sizeof(*l->code);
}

/* Objects with code, as they are now. */
static struct loaded list(void)
{
	struct loaded l = { NULL, 0, 0 };

	dl_iterate_phdr(add_object, &l);
	l.room = l.n + SPARE;
	l.n = 0;
	l.code = mmap(NULL, bytes_of(&l), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		      0);
	if (l.code == MAP_FAILED)
		l.code = NULL;
	else
		dl_iterate_phdr(add_object, &l);
	return l;
}

static bool is_whole(const struct loaded *l)
{
	return l->code && l->n <= l->room;
}

static bool has(const struct loaded *l, const struct code *c)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->code[i].low == c->low && l->code[i].name == c->name)
			return true;
	return false;
}

/* Keeps those that 'after' has not. */
static void keep_gone(struct loaded *before, const struct loaded *after)
{
	size_t n = 0;

	for (size_t i = 0; i < before->n; i++)
		if (!has(after, &before->code[i]))
			before->code[n++] = before->code[i];
	before->n = n;
}

/* Returns true if it was in one of these objects.  A call may be the last instruction of the
   code. */
static bool is_gone(uintptr_t pc, const void *data)
{
	const struct loaded *l = data;

	for (size_t i = 0; i < l->n; i++)
		if (pc > l->code[i].low && pc <= l->code[i].high)
			return true;
	return false;
}

/* Returns true for each address. */
static bool is_any(uintptr_t pc, const void *data)
{
	(void)pc;
	(void)data;
	return true;
}

static void forget_unloaded(struct loaded *before)
{
	bool (*gone)(uintptr_t, const void *) = is_any;
	struct loaded after = list();

	if (is_whole(before) && is_whole(&after)) {
		keep_gone(before, &after);
		gone = before->n ? is_gone : NULL;
	}
	if (gone) {
		gprt_keys_forget(gone, before);
		gprt_sites_forget(gone, before);
	}
	if (after.code)
		munmap(after.code, bytes_of(&after));
}

__attribute__((visibility("default"))) int dlclose(void *handle)
{
	static int (*real)(void *);
	struct loaded before;
	int result, error;

	if (!__atomic_load_n(&real, __ATOMIC_RELAXED))
		__atomic_store_n(&real, (int (*)(void *))dlsym(RTLD_NEXT, "dlclose"),
				 __ATOMIC_RELAXED);
	before = list();
	__atomic_fetch_add(&gprt_unloading, 1, __ATOMIC_SEQ_CST);
	result = real(handle);
	error = errno;
	if (!result)
		forget_unloaded(&before);
	__atomic_fetch_sub(&gprt_unloading, 1, __ATOMIC_SEQ_CST);
	if (before.code)
		munmap(before.code, bytes_of(&before));
	errno = error;
	return result;
}
