/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * files.c - the files of a pool: opened, read, set aside.
 *
 * The folder may be shared, and names in it taken by whoever was first.  So a file is
 * looked at before it is opened and after; what is not ours is neither read nor waited
 * for.  What is read is read into memory: a mapping would change, or fault, when somebody
 * writes to the file.  What we make has a name that nobody can foresee.
 */
#include "base/message.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"
#include "file/mapping.h"
#include "file/name.h"
#include "file/ownership.h"
#include "pool/pages.h"
#include "pool/pool.h"
#include "pool/profile.h"

#include <errno.h>
#include <gprof-llvm/format.h>

#define MOST_BYTES (1ull << 30) /* of a file to be merged: some seconds */
#define MOST_NAMES 1000u        /* tried for a file that is set aside */
#define FADV_RANDOM 1           /* POSIX_FADV_RANDOM, as the kernel has it */

void gprt_pool_remove(const char *path)
{
	gprt_syscall3(SYS_unlinkat, AT_FDCWD, (long)path, 0);
}

size_t gprt_pool_folder(const char *path)
{
	size_t n = gprt_length(path);

	while (n && path[n - 1] != '/')
		n--;
	return n;
}

static void put_part(struct gprt_text *t, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		gprt_put_char(t, s[i]);
}

void gprt_pool_put_folder(struct gprt_text *t, const char *path)
{
	put_part(t, path, gprt_pool_folder(path));
}

void gprt_pool_name(char *to, const char *name, unsigned n, const char *word)
{
	struct gprt_text t = gprt_text(to, GPRT_PATH);
	const char *ending = gprt_file_ending();

	put_part(&t, name, gprt_length(name) - gprt_length(ending));
	gprt_put(&t, word);
	if (n > 1) {
		gprt_put_char(&t, *word ? '-' : '.');
		gprt_put_number(&t, n);
	}
	gprt_put(&t, ending);
}

/* ------------------------------------------------------------------ */

long gprt_pool_open(const char *path, int flags)
{
	struct stat st;
	long fd = sys_stat(path, &st);

	if (sys_failed(fd))
		return fd;
	if (!gprt_is_owned(&st))
		return -EPERM;
	fd = gprt_owned_open(path, flags);
	if (fd == -ELOOP)
		return -EPERM;
	/* Or the kernel reads pages that hold nothing, and they are in the cache then. */
	if (!sys_failed(fd))
		gprt_syscall4(SYS_fadvise64, fd, 0, 0, FADV_RANDOM);
	if (sys_failed(fd) || gprt_is_owned_at((int)fd, path))
		return fd;
	sys_close((int)fd);
	return -EAGAIN;
}

static long read_all(int fd, char *to, uint64_t size, uint64_t offset)
{
	uint64_t done = 0;
	long n = 1;

	while (done < size && n > 0) {
		n = sys_pread(fd, to + done, size - done, offset + done);
		done += n > 0 ? (uint64_t)n : 0;
	}
	return n;
}

/* Of the file's bytes those in use: what was made longer ahead of time is mostly holes. */
static uint64_t used_bytes(int fd, uint64_t size)
{
	struct gprof_file_header head;

	gprt_clear(&head, sizeof(head));
	if (read_all(fd, (char *)&head, sizeof(head), 0) < 0 ||
	    gprof_check_header(&head, size) != GPROF_FAULT_NONE || head.file_end < sizeof(head))
		return size;
	return head.file_end;
}

/* Only the pages that hold something: the others are zero, and memory that nothing touches. */
static long read_pages(int fd, char *to, uint64_t size, const unsigned char *pages)
{
	uint64_t from, end = 0;
	long n = 1;

	while (n > 0 && gprt_pages_next(pages, GPRT_PAGE_DEFERRED, size, &from, &end)) {
		gprt_pages_make(to + from, end - from);
		n = read_all(fd, to + from, end - from, from);
	}
	return n;
}

/*
 * The merge reads counters a piece at a time: memory for all of them would take most of its time.
 * Those that another directory than the first leads to are read here.
 */
void gprt_pool_defer_blocks(const char *at, uint64_t size, unsigned char *pages)
{
	const struct gprof_directory *d = (const struct gprof_directory *)(at + GPROF_FIRST_DIR);
	const struct gprof_area *a = d->area, *end = (const struct gprof_area *)(at + GPROF_PAGE);

	for (uint32_t i = 0; i < d->capacity && a + 1 <= end; i++, a++) {
		if (a->type != GPROF_AREA_BLOCK || a->offset > size || a->size > size - a->offset)
			continue;
		for (uint64_t k = gprt_round(a->offset) / GPROF_PAGE;
		     k < (a->offset + a->size) / GPROF_PAGE; k++)
			pages[k] |= GPRT_PAGE_DEFERRED;
	}
}

/* Room for 'size' bytes and a byte for each page of them, after it; zero. */
static char *make_room(uint64_t size)
{
	long at = sys_mmap(0, gprt_round(size) + size / GPROF_PAGE + 1, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return sys_failed(at) ? NULL : (char *)at;
}

const char *gprt_pool_load(int fd, struct gprt_profile *p)
{
	unsigned char *pages;
	struct stat st;
	uint64_t size;
	char *at;
	long n;

	gprt_clear(p, sizeof(*p));
	if (sys_fstat(fd, &st) < 0)
		return "its size cannot be read";
	if (!st.st_size)
		return NULL;
	size = used_bytes(fd, (uint64_t)st.st_size);
	if (size > MOST_BYTES)
		return "it is too large";
	at = make_room(size);
	if (!at)
		return "out of memory";
	pages = (unsigned char *)at + gprt_round(size);
	gprt_pages_find(fd, NULL, size, pages);
	p->at = at;
	p->size = size;
	p->pages = pages;
	p->apart = true;
	p->fd = fd;
	n = read_all(fd, at, size < GPROF_PAGE ? size : GPROF_PAGE, 0);
	if (n > 0 && size >= GPROF_PAGE) {
		gprt_pool_defer_blocks(at, size, pages);
		n = read_pages(fd, at, size, pages);
	}
	return n < 0 ? gprt_error_name(n) : NULL;
}

/*
 * The file of this process, where it is mapped in one piece: what was counted is in memory
 * already.  No thread but this one runs.
 */
const char *gprt_pool_load_own(struct gprt_profile *p)
{
	uint64_t size = gprt_file.header->file_end;
	char *at = size <= MOST_BYTES ? gprt_mapping_whole(size) : NULL;
	unsigned char *pages = at ? gprt_heap(size / GPROF_PAGE + 1) : NULL;

	if (!pages)
		return gprt_pool_load(gprt_file.fd, p);
	gprt_pages_find(gprt_file.fd, at, size, pages);
	p->at = at;
	p->size = size;
	p->pages = pages;
	p->mapped = true;
	return NULL;
}

void gprt_pool_unload(const struct gprt_profile *p)
{
	if (p->at && !p->mapped)
		sys_munmap((uintptr_t)p->at, gprt_round(p->size) + p->size / GPROF_PAGE + 1);
}

/* ------------------------------------------------------------------ */

/* PATH.damaged, which *.gprof does not match, or NAME.unmerged.gprof, which it does. */
static void aside_name(const char *path, bool damaged, unsigned n, char *name)
{
	struct gprt_text t;

	if (!damaged) {
		gprt_pool_name(name, path, n, ".unmerged");
		return;
	}
	t = gprt_text(name, GPRT_PATH);
	gprt_put(&t, path);
	gprt_put(&t, ".damaged");
	if (n > 1) {
		gprt_put_char(&t, '-');
		gprt_put_number(&t, n);
	}
}

bool gprt_pool_set_aside(const char *path, bool damaged, const char *why, char *name)
{
	long error = -EEXIST;

	for (unsigned n = 1; n <= MOST_NAMES && error == -EEXIST; n++) {
		aside_name(path, damaged, n, name);
		error = sys_rename(path, name, RENAME_NOREPLACE);
	}
	if (!sys_failed(error))
		gprt_say("set aside as '", name, "': ", why);
	else if (error != -ENOENT)
		gprt_say("cannot merge '", path, "' into its pool: ", why);
	return !sys_failed(error);
}
