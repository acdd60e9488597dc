/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * util.c - see util.h.
 */
#include "base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef GPROF_SANITIZE
#include <sanitizer/allocator_interface.h>
#include <sanitizer/asan_interface.h>
#endif

#define LARGE_PAGE ((size_t)2 << 20)

void (*gp_out_of_memory)(void) = abort;

void gp_no_memory(void)
{
	gp_out_of_memory();
	abort();
}

static void *check(void *p)
{
	if (!p)
		gp_no_memory();
	return p;
}

void *gp_bytes(size_t size)
{
	return check(malloc(size ? size : 1));
}

FILE *gp_text_open(char **text, size_t *size)
{
	*text = NULL;
	return check(open_memstream(text, size));
}

void gp_text_close(FILE *out, char *const *text)
{
	int failed = fflush(out) || ferror(out);

	fclose(out);
	if (failed || !*text)
		gp_no_memory();
}

/* Large tables are gone through at random: few, large pages are a third of the time. */
static void *use_large_pages(void *p, size_t bytes)
{
	uintptr_t begin = ((uintptr_t)p + LARGE_PAGE - 1) & -LARGE_PAGE;
	uintptr_t end = ((uintptr_t)p + bytes) & -LARGE_PAGE;

	if (bytes >= 2 * LARGE_PAGE && begin < end)
		madvise((void *)begin, end - begin, MADV_HUGEPAGE);
	return p;
}

/* Whatever fails sets errno, and what succeeds leaves it alone. */
void gp_memory_watch(void)
{
	errno = 0;
}

void gp_memory_check(void)
{
	if (errno == ENOMEM)
		gp_no_memory();
}

void *gp_alloc(size_t n, size_t size)
{
	return use_large_pages(check(calloc(n ? n : 1, size)), n * size);
}

#ifdef GPROF_SANITIZE
/*
 * To its user the array has no spare room: AddressSanitizer reports a read past the last
 * element, though the block is larger.  A block of the exact size would be copied, and
 * fresh pages touched, for each element: half the time of the tests with sanitizers.
 */
void *gp_grow(void *items, size_t *room, size_t want, size_t size)
{
	size_t had = *room * size, bytes, block = items ? __sanitizer_get_allocated_size(items) : 0;

	if (want <= *room)
		return items;
	if (__builtin_mul_overflow(want, size, &bytes) || bytes > SIZE_MAX / 4)
		gp_no_memory();
	if (bytes > block) {
		block = (2 * bytes + 63) & -(size_t)64;
		items = check(realloc(items, block));
		__asan_poison_memory_region((char *)items + bytes, block - bytes);
	}
	/* The rest is open already; to open it again for each element would take quadratic time. */
	__asan_unpoison_memory_region((char *)items + had, bytes - had);
	memset((char *)items + had, 0, bytes - had);
	*room = want;
	return items;
}
#else
void *gp_grow(void *items, size_t *room, size_t want, size_t size)
{
	size_t old = *room, more = old ? old : 8;

	if (want <= old)
		return items;
	while (more < want)
		more *= 2;
	items = use_large_pages(check(reallocarray(items, more, size)), more * size);
	memset((char *)items + old * size, 0, (more - old) * size);
	*room = more;
	return items;
}
#endif

void *gp_reserve(void *items, size_t *room, size_t want, size_t size)
{
	if (items || want <= *room)
		return items;
	*room = want;
	return gp_alloc(want, size);
}

void gp_sort(void *items, size_t n, size_t size,
	     int (*compare)(const void *, const void *, void *), void *context)
{
	if (n)
		qsort_r(items, n, size, compare, context);
}

size_t gp_threads(size_t n, size_t each, size_t most)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (processors < (long)most)
		most = processors < 1 ? 1 : processors;
	return n / each < most ? n / each + 1 : most;
}

int64_t gp_whole(double x)
{
	/* 2^63 is the first that does not fit; conversion of it is undefined. */
	if (x >= 0x1p63)
		return INT64_MAX;
	return x < -0x1p63 ? INT64_MIN : llrint(x);
}

char *gp_strdup(const char *s)
{
	return check(strdup(s));
}

char *gp_format_list(const char *format, va_list args)
{
	char *text;

	return check(vasprintf(&text, format, args) < 0 ? NULL : text);
}

char *gp_format(const char *format, ...)
{
	char *text;
	va_list args;

	va_start(args, format);
	text = gp_format_list(format, args);
	va_end(args);
	return text;
}

const char *gp_basename(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool gp_begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

size_t gp_first_bytes(const char *path, void *bytes, size_t most)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd < 0 ? -1 : read(fd, bytes, most);

	if (fd >= 0)
		close(fd);
	return n < 0 ? 0 : n;
}

uint64_t gp_hash(uint64_t hash, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	while (n--)
		hash = (hash ^ *p++) * 0x100000001b3u;
	return hash;
}

/* ------------------------------------------------------------------ */

static uint64_t mix(uint64_t x)
{
	x ^= x >> 32;
	x *= 0x9e3779b97f4a7c15u;
	return x ^ x >> 29;
}

static size_t map_place(const struct gp_map *m, uint64_t a, uint64_t b)
{
	uint64_t hash = mix(a + 0x9e3779b97f4a7c15u * mix(b + 1));

	/* A part of the table's length, which need not be a power of two. */
	return (unsigned __int128)hash * m->room >> 64;
}

static size_t next_place(size_t i, size_t room)
{
	return i + 1 == room ? 0 : i + 1;
}

static struct gp_map_slot *map_slot(const struct gp_map *m, uint64_t a, uint64_t b)
{
	size_t i = map_place(m, a, b);

	while (m->slots[i].value != GP_NONE && (m->slots[i].a != a || m->slots[i].b != b))
		i = next_place(i, m->room);
	return &m->slots[i];
}

/* Capacity of a table of n keys, which grows on: at most two thirds are used. */
static size_t table_room(size_t n)
{
	size_t room = 16;

	while (2 * room < 3 * n)
		room *= 2;
	return room;
}

/* The same of a table that is not expected to grow. */
static size_t fixed_room(size_t n)
{
	return n + n / 2 + 16;
}

static void map_resize(struct gp_map *m, size_t room)
{
	struct gp_map old = *m;

	m->room = room;
	m->slots = gp_alloc(m->room, sizeof *m->slots);
	for (size_t i = 0; i < m->room; i++)
		m->slots[i].value = GP_NONE;
	for (size_t i = 0; i < old.room; i++)
		if (old.slots[i].value != GP_NONE)
			*map_slot(m, old.slots[i].a, old.slots[i].b) = old.slots[i];
	free(old.slots);
}

void gp_map_reserve(struct gp_map *m, size_t n)
{
	if (!m->room && n)
		map_resize(m, fixed_room(n));
}

uint32_t *gp_map_put(struct gp_map *m, uint64_t a, uint64_t b, int *created)
{
	struct gp_map_slot *s;

	if (3 * (m->n + 1) > 2 * m->room)
		map_resize(m, table_room(m->n + 1));
	s = map_slot(m, a, b);
	*created = s->value == GP_NONE;
	if (*created) {
		s->a = a;
		s->b = b;
		m->n++;
	}
	return &s->value;
}

uint32_t gp_map_get(const struct gp_map *m, uint64_t a, uint64_t b)
{
	return m->n ? map_slot(m, a, b)->value : GP_NONE;
}

void gp_map_expect(const struct gp_map *m, uint64_t a, uint64_t b)
{
	if (m->n)
		__builtin_prefetch(&m->slots[map_place(m, a, b)]);
}

void gp_map_release(struct gp_map *m)
{
	free(m->slots);
	memset(m, 0, sizeof *m);
}

/* Eight bytes at a time: names are long. */
static uint32_t hash_name(const char *key)
{
	size_t n = strlen(key);
	uint64_t hash = n, word;

	for (; n >= sizeof word; n -= sizeof word, key += sizeof word) {
		memcpy(&word, key, sizeof word);
		hash = mix(hash ^ word);
	}
	word = 0;
	memcpy(&word, key, n);
	return mix(hash ^ word);
}

static struct gp_names_slot *names_slot(const struct gp_names *t, const char *key, uint32_t hash)
{
	size_t i = (uint64_t)hash * t->room >> 32;

	while (t->slots[i].key && (t->slots[i].hash != hash || (t->slots[i].key != key &&
								strcmp(t->slots[i].key, key))))
		i = next_place(i, t->room);
	return &t->slots[i];
}

/* Where a key that is not there yet belongs. */
static struct gp_names_slot *names_free(const struct gp_names *t, uint32_t hash)
{
	size_t i = (uint64_t)hash * t->room >> 32;

	while (t->slots[i].key)
		i = next_place(i, t->room);
	return &t->slots[i];
}

static void names_resize(struct gp_names *t, size_t room)
{
	struct gp_names old = *t;

	t->room = room;
	t->slots = gp_alloc(t->room, sizeof *t->slots);
	for (size_t i = 0; i < old.room; i++)
		if (old.slots[i].key)
			*names_free(t, old.slots[i].hash) = old.slots[i];
	free(old.slots);
}

void gp_names_reserve(struct gp_names *t, size_t n)
{
	if (!t->room && n)
		names_resize(t, fixed_room(n));
}

uint32_t *gp_names_put(struct gp_names *t, const char *key, int *created)
{
	uint32_t hash = hash_name(key);
	struct gp_names_slot *s;

	if (3 * (t->n + 1) > 2 * t->room)
		names_resize(t, table_room(t->n + 1));
	s = names_slot(t, key, hash);
	*created = !s->key;
	if (*created) {
		s->key = key;
		s->hash = hash;
		s->value = GP_NONE;
		t->n++;
	}
	return &s->value;
}

uint32_t gp_names_get(const struct gp_names *t, const char *key)
{
	const struct gp_names_slot *s;

	if (!t->n)
		return GP_NONE;
	s = names_slot(t, key, hash_name(key));
	return s->key ? s->value : GP_NONE;
}

void gp_names_release(struct gp_names *t)
{
	free(t->slots);
	memset(t, 0, sizeof *t);
}
