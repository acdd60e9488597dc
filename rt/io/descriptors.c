/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * descriptors.c - see descriptors.h.
 *
 * Descriptors are an array; files have numbers, and an index by name.  Nothing takes a lock: a
 * number is taken, its record filled in, and then published by a compare-and-swap.  If somebody
 * else was faster, the record stays empty.  Who looks a descriptor up keeps the answer only if the
 * descriptor was not forgotten meanwhile.
 *
 * Cost: at the first access of a descriptor one readlink, fstat and lseek, about 4 us.
 */
#include "io/descriptors.h"

#include "io/counts.h"
#include "io/names.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CHUNK 16u     /* files of an area */
#define CHUNKS 128u
#define MOST (CHUNK * CHUNKS)
#define INDEX (2 * MOST)
#define ONE (1ull << 32) /* in the word of a descriptor */

static struct {
	struct gprof_io_file *chunk[CHUNKS];
	uint16_t index[INDEX]; /* numbers; 0: free; atomic */
	uint32_t n;            /* numbers that were taken; atomic */
} files;

static pid_t process;    /* whose descriptors they are */
static uint32_t highest; /* of the descriptors that were looked up; atomic */

void gprt_descriptors_begin(void)
{
	struct gprt_descriptor *far = gprt_heap_memory(GPRT_DESCRIPTORS * sizeof(*far));

	memset(gprt_io_page.near, 0, sizeof(gprt_io_page.near));
	gprt_io_page.far = far;
	memset(&files, 0, sizeof(files));
	highest = 0;
	process = getpid();
}

/* ------------------------------------------------------------------ files */

/* A number and its record, or NULL. */
static struct gprof_io_file *take(uint32_t *number)
{
	uint32_t n = __atomic_load_n(&files.n, __ATOMIC_RELAXED);
	struct gprof_io_file **chunk, *none = NULL, *made;

	do {
		if (n >= MOST)
			return NULL;
	} while (!__atomic_compare_exchange_n(&files.n, &n, n + 1, false, __ATOMIC_RELAXED,
					      __ATOMIC_RELAXED));
	chunk = &files.chunk[n / CHUNK];
	if (!__atomic_load_n(chunk, __ATOMIC_ACQUIRE)) {
		made = gprt_heap_area(CHUNK * sizeof(*made), GPROF_AREA_IO_FILES);
		if (!made)
			return NULL;
		__atomic_compare_exchange_n(chunk, &none, made, false, __ATOMIC_ACQ_REL,
					    __ATOMIC_ACQUIRE);
	}
	*number = n + 1;
	return &(*chunk)[n % CHUNK];
}

static bool has_name(uint32_t number, const char *name)
{
	return !strcmp(files.chunk[(number - 1) / CHUNK][(number - 1) % CHUNK].name, name);
}

static uint32_t hash(const char *name)
{
	uint32_t h = 2166136261u;

	while (*name)
		h = (h ^ (unsigned char)*name++) * 16777619u;
	return h;
}

uint32_t gprt_file_named(const char *name, uint32_t kind)
{
	struct gprof_io_file *mine = NULL;
	uint32_t number = 0;

	for (uint32_t at = hash(name);; at++) {
		uint16_t *slot = &files.index[at % INDEX];
		uint16_t there = __atomic_load_n(slot, __ATOMIC_ACQUIRE);

		if (there && has_name(there, name))
			return there;
		if (there)
			continue;
		if (!mine) {
			mine = take(&number);
			if (!mine)
				break;
			strncpy(mine->name, name, sizeof(mine->name) - 1);
			mine->kind = kind;
		}
		if (__atomic_compare_exchange_n(slot, &there, (uint16_t)number, false,
						__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			__atomic_store_n(&mine->id, number, __ATOMIC_RELEASE);
			return number;
		}
		if (has_name(there, name))
			return there;
	}
	__atomic_fetch_add(&gprt_io_process->unnamed, 1, __ATOMIC_RELAXED);
	return 0;
}

/* ------------------------------------------------------------------ descriptors */

/* Where the next access of it begins: a file has a position that can be set. */
static void find_position(struct gprt_descriptor *d, int fd)
{
	struct stat st;
	bool seeks = !fstat(fd, &st) && (S_ISREG(st.st_mode) || S_ISBLK(st.st_mode));

	d->position = seeks ? syscall(SYS_lseek, fd, 0L, SEEK_CUR) : -1;
	d->end = -1;
	d->last = d->position;
}

static void raise_highest(uint32_t fd)
{
	uint32_t old = __atomic_load_n(&highest, __ATOMIC_RELAXED);

	while (old < fd && !__atomic_compare_exchange_n(&highest, &old, fd, false,
							__ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

uint32_t gprt_descriptor_find(int fd)
{
	struct gprt_descriptor *d = gprt_descriptor_at(fd);
	char name[sizeof(((struct gprof_io_file *)0)->name)];
	uint32_t kind, file;
	uint64_t word;

	if (!d)
		return gprt_file_named(fd < 0 ? "<not open>" : "<descriptors from 65536 on>",
				       GPROF_IO_OTHER);
	word = __atomic_load_n(&d->word, __ATOMIC_ACQUIRE);
	if ((uint32_t)word)
		return (uint32_t)word;
	kind = gprt_descriptor_name(fd, name, sizeof(name));
	file = gprt_file_named(name, kind);
	if (kind == GPROF_IO_CLOSED || !file)
		return file;
	/* The child of a vfork has the parent's memory, and descriptors of its own. */
	if (getpid() != process)
		return file;
	raise_highest((uint32_t)fd);
	find_position(d, fd);
	__atomic_compare_exchange_n(&d->word, &word, word | file, false, __ATOMIC_ACQ_REL,
				    __ATOMIC_RELAXED);
	return file;
}

void gprt_descriptor_forget(int fd)
{
	struct gprt_descriptor *d = gprt_descriptor_at(fd);
	uint64_t word;

	if (!d)
		return;
	word = __atomic_load_n(&d->word, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&d->word, &word, (word | (ONE - 1)) + 1, false,
					    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		;
}

void gprt_descriptors_forget(unsigned first, unsigned last)
{
	unsigned most = __atomic_load_n(&highest, __ATOMIC_RELAXED);

	for (unsigned fd = first; fd <= last && fd <= most; fd++)
		gprt_descriptor_forget((int)fd);
}
