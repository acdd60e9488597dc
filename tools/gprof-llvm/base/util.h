/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * util.h - memory, growing arrays and two hash tables.
 *
 * Allocation never returns NULL: when memory is exhausted gp_out_of_memory is
 * called, which main.c sets to something that does not return (the default
 * aborts).  A desk tool has nothing better to do then.
 *
 * Arrays are a pointer, a count and a capacity that belong together:
 *
 *	struct thing *things; size_t nthings, room;
 *	struct thing *t = gp_push(things, nthings, room);   (zeroed)
 *
 * Both tables use open addressing with linear probing, at most 2/3 full;
 * a zeroed struct is an empty table; every operation is O(1) on average.
 */
#ifndef GPROF_BASE_UTIL_H
#define GPROF_BASE_UTIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define GP_NONE 0xffffffffu /* no such element, in every table of indices */

extern void (*gp_out_of_memory)(void);

/*
 * Around calls of libraries that answer with less when memory runs out (libelf, libdw,
 * libiberty): what fails between the two for that reason calls gp_out_of_memory too.
 */
void gp_memory_watch(void);
void gp_memory_check(void);

/* Calls gp_out_of_memory; for libraries that want to be told what to do then. */
void gp_no_memory(void) __attribute__((noreturn));

/* 'size' bytes; for libraries that take an allocator and would answer with less. */
void *gp_bytes(size_t size);

/*
 * open_memstream(), whose text is all there when it ends: the stream may have wanted less
 * memory than it says, and got none.
 */
FILE *gp_text_open(char **text, size_t *size);
void gp_text_close(FILE *out, char *const *text);

/* n elements of 'size' bytes, zeroed; n may be 0. */
void *gp_alloc(size_t n, size_t size);

/* Makes room for 'want' elements; what is added is zeroed. */
void *gp_grow(void *items, size_t *room, size_t want, size_t size);

/* Room for 'want' elements in an array that has none yet.  What is never used takes no
   memory, so a bound will do. */
void *gp_reserve(void *items, size_t *room, size_t want, size_t size);

#define gp_push(items, n, room)                                                                    \
	((items) = gp_grow((items), &(room), (n) + 1, sizeof *(items)), &(items)[(n)++])

/* qsort_r() that may be given no items at all. */
void gp_sort(void *items, size_t n, size_t size,
	     int (*compare)(const void *, const void *, void *), void *context);

/*
 * Binary search: the first i below n for which 'before', an expression of 'i', is false,
 * or n.  It must be true of all i below some place and false from there on.
 */
#define gp_first(i, n, before)									\
	({											\
		size_t low_ = 0, high_ = (n);							\
												\
		while (low_ < high_) {								\
			size_t i = low_ + (high_ - low_) / 2;					\
												\
			if (before)								\
				low_ = i + 1;							\
			else									\
				high_ = i;							\
		}										\
		low_;										\
	})

/* How many threads to do something to n items with, where 'each' are worth a thread:
   at most one for each processor. */
size_t gp_threads(size_t n, size_t each, size_t most);

/* Sums of counts, which a damaged file may have made of any size: the nearest there is. */
static inline int64_t gp_plus(int64_t a, int64_t b)
{
	int64_t sum;

	if (__builtin_add_overflow(a, b, &sum))
		return a < 0 ? INT64_MIN : INT64_MAX;
	return sum;
}

static inline int64_t gp_minus(int64_t a, int64_t b)
{
	int64_t difference;

	if (__builtin_sub_overflow(a, b, &difference))
		return a < 0 ? INT64_MIN : INT64_MAX;
	return difference;
}

static inline void gp_add(int64_t *to, int64_t n)
{
	*to = gp_plus(*to, n);
}

static inline void gp_subtract(int64_t *from, int64_t n)
{
	*from = gp_minus(*from, n);
}

/* The same of a file's words, which are any; the largest that a graph has is the largest here. */
static inline int64_t gp_count(uint64_t n)
{
	return n > INT64_MAX ? INT64_MAX : (int64_t)n;
}

static inline void gp_count_up(uint64_t *to, uint64_t n)
{
	*to = (uint64_t)gp_plus(gp_count(*to), gp_count(n));
}

/* The nearest whole number; of one too large for it, the largest. */
int64_t gp_whole(double x);

char *gp_strdup(const char *s);
char *gp_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *gp_format_list(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

/* Last component of a path; points into it. */
const char *gp_basename(const char *path);

bool gp_begins(const char *text, const char *with);

/* The first bytes of a file, which may be a pipe: that is not waited for.  How many there are. */
size_t gp_first_bytes(const char *path, void *bytes, size_t most);

/* FNV-1a, 64 bits, over n bytes; start with GP_HASH_START. */
#define GP_HASH_START 0xcbf29ce484222325u
uint64_t gp_hash(uint64_t hash, const void *bytes, size_t n);

/* Pairs of 64-bit words as keys, 32-bit indices as values. */
struct gp_map {
	struct gp_map_slot {
		uint64_t a, b;
		uint32_t value; /* GP_NONE: free */
	} *slots;
	size_t n, room; /* used; capacity */
};
/* The value's place; *created says whether it was put in (then GP_NONE: store a
   value before the next call).  Valid until the next call. */
uint32_t *gp_map_put(struct gp_map *m, uint64_t a, uint64_t b, int *created);
uint32_t gp_map_get(const struct gp_map *m, uint64_t a, uint64_t b); /* or GP_NONE */
/* Says that the pair will be asked for soon; a large map is a miss for every one. */
void gp_map_expect(const struct gp_map *m, uint64_t a, uint64_t b);
/* Makes an empty map large enough for n pairs; no effect on one that has some. */
void gp_map_reserve(struct gp_map *m, size_t n);
void gp_map_release(struct gp_map *m);

/* Strings as keys; they are borrowed and must live as long as the table. */
struct gp_names {
	struct gp_names_slot {
		const char *key; /* NULL: free */
		uint32_t hash;   /* of the key */
		uint32_t value;
	} *slots;
	size_t n, room;
};
uint32_t *gp_names_put(struct gp_names *t, const char *key, int *created);
uint32_t gp_names_get(const struct gp_names *t, const char *key); /* or GP_NONE */
void gp_names_reserve(struct gp_names *t, size_t n); /* as gp_map_reserve() */
void gp_names_release(struct gp_names *t);

#endif
