/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * service.c - see service.h.
 *
 * The runtime is found by the note of the executable, as units find it (abi.h), through the
 * auxiliary vector: no function of the loader is called, because a thread may be in the loader and
 * wait for us.  A runtime in a shared library comes by itself (__gprof_heap_found).
 */
#include "heap/service.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>


static struct gprof_heap_service service;
static bool served;      /* it is filled in */
static bool attached;    /* and the profile has room; atomic */
static uint64_t taken;   /* bytes of areas; atomic */
static uint64_t most = 4u << 20; /* of them in a profile */

/* ------------------------------------------------------------------ the runtime */

static bool is_our_note(const ElfW(Nhdr) *n)
{
	return n->n_type == GPROF_NOTE_RUNTIME && n->n_namesz == sizeof(GPROF_NOTE_NAME) &&
	       n->n_descsz == sizeof(int64_t) &&
	       !memcmp(n + 1, GPROF_NOTE_NAME, sizeof(GPROF_NOTE_NAME));
}

/* Where a note of ours has its content, or NULL; linkers pad differently between notes. */
static const char *find_note(const char *p, const char *end)
{
	const ptrdiff_t size = sizeof(ElfW(Nhdr)) + ((sizeof(GPROF_NOTE_NAME) + 3) & ~3ul) +
			       sizeof(int64_t);

	for (; end - p >= size; p += 4)
		if (is_our_note((const ElfW(Nhdr) *)(const void *)p))
			return p + size - sizeof(int64_t);
	return NULL;
}

/* The difference between addresses in memory and in the headers. */
static uintptr_t bias_of(const ElfW(Phdr) *ph, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (ph[i].p_type == PT_PHDR)
			return (uintptr_t)ph - ph[i].p_vaddr;
		if (ph[i].p_type == PT_LOAD && !ph[i].p_offset)
			return (uintptr_t)ph - sizeof(ElfW(Ehdr)) - ph[i].p_vaddr;
	}
	return 0;
}

static bool is_in_program(const ElfW(Phdr) *ph, size_t n, uintptr_t bias, uintptr_t at, size_t size)
{
	for (size_t i = 0; i < n; i++)
		if (ph[i].p_type == PT_LOAD && at - (bias + ph[i].p_vaddr) < ph[i].p_filesz &&
		    ph[i].p_filesz - (at - (bias + ph[i].p_vaddr)) >= size)
			return true;
	return false;
}

bool gprt_service_find(void)
{
	const ElfW(Phdr) *ph = (const ElfW(Phdr) *)getauxval(AT_PHDR);
	size_t n = ph ? getauxval(AT_PHNUM) : 0;
	uintptr_t bias = bias_of(ph, n), at;
	const char *note = NULL;

	for (size_t i = 0; i < n && !note; i++)
		if (ph[i].p_type == PT_NOTE)
			note = find_note((const char *)(bias + ph[i].p_vaddr),
					 (const char *)(bias + ph[i].p_vaddr + ph[i].p_filesz));
	if (!note)
		return false;
	at = (uintptr_t)note + (uintptr_t)*(const int64_t *)(const void *)note;
	return !(at % 8) && is_in_program(ph, n, bias, at, sizeof(struct gprof_runtime)) &&
	       gprt_service_take((const struct gprof_runtime *)at);
}

void gprt_service_offer(const struct gprof_heap_pieces *pieces)
{
	service.pieces = pieces;
}

bool gprt_service_take(const struct gprof_runtime *r)
{
	served = r->abi == GPROF_ABI_VERSION && r->size == GPROF_RUNTIME_SIZE &&
		 r->control(GPROF_CONTROL_HEAP, (const char *)&service) == 0;
	return served;
}

enum gprof_heap_state gprt_service_state(void)
{
	return served ? service.state() : GPROF_HEAP_OFF;
}

void gprt_service_attach(void)
{
	__atomic_store_n(&attached, true, __ATOMIC_RELEASE);
}

void gprt_service_forked(void)
{
	attached = false;
	taken = 0;
}

const struct gprof_heap_service *gprt_service(void)
{
	return __atomic_load_n(&attached, __ATOMIC_ACQUIRE) ? &service : NULL;
}

/* ------------------------------------------------------------------ room */

void *gprt_heap_area(size_t size, uint32_t type)
{
	if (__atomic_add_fetch(&taken, size, __ATOMIC_RELAXED) <= most)
		return service.area(size, type);
	__atomic_sub_fetch(&taken, size, __ATOMIC_RELAXED);
	return NULL;
}

void gprt_service_allow(uint64_t bytes)
{
	most = bytes;
}

void *gprt_heap_memory(size_t size)
{
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

/* ------------------------------------------------------------------ the user */

static bool is_separator(char c)
{
	return c == ' ' || c == ',' || (c >= '\t' && c <= '\r');
}

/* The value of an item, without quotes. */
static bool is_value(const char *s, size_t size, const char *value)
{
	if (size > 2 && (*s == '"' || *s == '\'') && s[size - 1] == *s)
		s++, size -= 2;
	return size == strlen(value) && !strncmp(s, value, size);
}

/* The last item counts, as in the runtime (base/options.c), which complains about others. */
bool gprt_service_has_option(const char *key, const char *value)
{
	static const char name[] = "GPROF_OPTIONS=";
	size_t length = strlen(key);
	const char *s = NULL;
	bool has = false;

	for (char **e = environ; e && *e && !s; e++)
		if (!strncmp(*e, name, sizeof(name) - 1))
			s = *e + sizeof(name) - 1;
	while (s && *s) {
		size_t n = 0;

		while (is_separator(*s))
			s++;
		while (s[n] && !is_separator(s[n]))
			n++;
		if (n >= length && !strncmp(s, key, length))
			has = is_value(s + length, n - length, value);
		s += n;
	}
	return has;
}

void gprt_service_say(const char *a, const char *b)
{
	static const char begin[] = "gprof-llvm: ";
	struct iovec part[] = {
		{ (void *)begin, sizeof(begin) - 1 },
		{ (void *)a, strlen(a) },
		{ (void *)b, strlen(b) },
		{ (void *)"\n", 1 },
	};

	(void)!writev(STDERR_FILENO, part, 4);
}
