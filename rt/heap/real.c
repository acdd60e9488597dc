/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * real.c - see real.h.
 *
 * RTLD_NEXT finds the allocator that the program would have had: libc's, or another one that is
 * linked or preloaded.  With glibc's the word before a block is read, which saves a quarter of the
 * cost; its layout has not changed since 1996.  But before glibc 2.34, MALLOC_CHECK_ and hooks
 * change the answers of malloc_usable_size(), and where memory has tags (aarch64) the word may not
 * be read.  There, as with other allocators, the function is called.
 */
#include "heap/real.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct gprt_real gprt_real;

enum { UNKNOWN, SEEKING, KNOWN };
static int progress; /* of the search; atomic */

/* Each block follows a word with its size. */
char gprt_early[GPRT_EARLY] __attribute__((aligned(64)));
size_t gprt_early_used;

static void *next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

/* Returns true if it belongs to the object that lies at 'base'. */
static bool is_in(void *function, const void *base)
{
	Dl_info info;

	return function && dladdr(function, &info) && info.dli_fbase == base;
}

static unsigned number(const char **s)
{
	unsigned n = 0;

	while (**s >= '0' && **s <= '9')
		n = n * 10 + (unsigned)(*(*s)++ - '0');
	return n;
}

/* 2.34 or later. */
static bool is_new(const char *version)
{
	unsigned major = number(&version), minor;

	version += *version == '.';
	minor = number(&version);
	return major > 2 || (major == 2 && minor >= 34);
}

static bool is_glibc(const struct gprt_real *r)
{
	const char *(*version)(void) = (const char *(*)(void))next("gnu_get_libc_version");
	const char *tunables = environ ? getenv("GLIBC_TUNABLES") : "mem.tagging";
	Dl_info libc;

	if (!version || !dladdr((void *)version, &libc) || !is_new(version()) ||
	    (tunables && strstr(tunables, "mem.tagging")))
		return false;
	return is_in((void *)r->malloc, libc.dli_fbase) &&
	       is_in((void *)r->calloc, libc.dli_fbase) &&
	       is_in((void *)r->realloc, libc.dli_fbase) &&
	       is_in((void *)r->free, libc.dli_fbase) && is_in((void *)r->usable, libc.dli_fbase);
}

/* Takes the addresses of the object if the real malloc is in it. */
static int find_code(struct dl_phdr_info *info, size_t size, void *real)
{
	struct gprt_real *r = real;
	uintptr_t at = (uintptr_t)r->malloc, low = UINTPTR_MAX, high = 0;
	bool has = false;

	(void)size;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		uintptr_t from = info->dlpi_addr + h->p_vaddr, to = from + h->p_memsz;

		if (h->p_type != PT_LOAD || !(h->p_flags & PF_X))
			continue;
		low = from < low ? from : low;
		high = to > high ? to : high;
		has |= at >= from && at < to;
	}
	if (!has)
		return 0;
	r->code = low;
	r->code_bytes = high - low;
	return 1;
}

/* Blocks that other functions of libc make, as strdup(), are freed by the program. */
static bool is_in_libc(void *function)
{
	void *other = next("getpid");
	Dl_info libc;

	return other && dladdr(other, &libc) && is_in(function, libc.dli_fbase);
}

/* Returns true if the function that the program calls is the allocator's. */
static bool is_own(const char *name)
{
	return gprt_real_is_own((uintptr_t)dlsym(RTLD_DEFAULT, name));
}

/* tcmalloc makes an object by the program's operator new when it is first asked for a size.  If
   that calls malloc, and so us, we would ask again, without end.  Now the early area serves it. */
static void ask_once(const struct gprt_real *r)
{
	void *block = r->free && r->usable ? r->malloc(1) : NULL;

	if (!block)
		return;
	r->usable(block);
	r->free(block);
}

/* Names that libc lacks: the loader would allocate for the error, and free() would have to look
   for that block each time. */
static void seek_own(void)
{
	gprt_real.dallocx = (void (*)(void *, int))next("dallocx");
	gprt_real.sdallocx = (gprt_sdallocx *)next("sdallocx");
	gprt_real.mixed = is_own("_ZdlPvm") && !is_own("_Znwm");
}

static void seek(void)
{
	struct gprt_real *r = &gprt_real;

	r->malloc = (void *(*)(size_t))next("malloc");
	r->free = (void (*)(void *))next("free");
	r->calloc = (void *(*)(size_t, size_t))next("calloc");
	r->realloc = (void *(*)(void *, size_t))next("realloc");
	r->memalign = (void *(*)(size_t, size_t))next("memalign");
	r->aligned_alloc = (void *(*)(size_t, size_t))next("aligned_alloc");
	r->posix_memalign = (int (*)(void **, size_t, size_t))next("posix_memalign");
	r->valloc = (void *(*)(size_t))next("valloc");
	r->pvalloc = (void *(*)(size_t))next("pvalloc");
	r->usable = (size_t(*)(void *))next("malloc_usable_size");
	r->glibc = is_glibc(r);
	if (r->malloc && !is_in_libc((void *)r->malloc))
		dl_iterate_phdr(find_code, r);
	if (r->code_bytes) {
		seek_own();
		ask_once(r);
	}
}

bool gprt_real_find(void)
{
	int expected = UNKNOWN;

	if (__atomic_load_n(&progress, __ATOMIC_ACQUIRE) == KNOWN)
		return true;
	if (!__atomic_compare_exchange_n(&progress, &expected, SEEKING, false, __ATOMIC_ACQUIRE,
					 __ATOMIC_ACQUIRE))
		return expected == KNOWN;
	seek();
	__atomic_store_n(&progress, KNOWN, __ATOMIC_RELEASE);
	return true;
}

gprt_sdallocx *gprt_real_local(uintptr_t pc)
{
	gprt_sdallocx *found = (gprt_sdallocx *)next("sdallocx");
	Dl_info object;
	void *handle;

	if (found)
		return found;
	if (!dladdr((void *)pc, &object) || !object.dli_fname)
		return NULL;
	handle = dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
	if (!handle)
		return NULL;
	found = (gprt_sdallocx *)dlsym(handle, "sdallocx");
	dlclose(handle);
	return found;
}

void *gprt_early_alloc(size_t align, size_t size)
{
	size_t at, start, end;

	align = align < 16 ? 16 : align;
	if (align > GPRT_EARLY || size > GPRT_EARLY)
		return NULL;
	at = __atomic_load_n(&gprt_early_used, __ATOMIC_RELAXED);
	do {
		start = (at + sizeof(size_t) + align - 1) & ~(align - 1);
		start += ((uintptr_t)gprt_early + start) & (align - 1) ?
				 align - (((uintptr_t)gprt_early + start) & (align - 1)) : 0;
		end = start + size;
		if (end > GPRT_EARLY)
			return NULL;
	} while (!__atomic_compare_exchange_n(&gprt_early_used, &at, end, false, __ATOMIC_RELAXED,
					      __ATOMIC_RELAXED));
	*(size_t *)(gprt_early + start - sizeof(size_t)) = size;
	return gprt_early + start;
}

size_t gprt_early_size(const void *block)
{
	return ((const size_t *)block)[-1];
}
