/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * file.c - the profile file: its name, its directories, and small things in it.
 *
 * The file grows at the end, in whole pages (space.c).  Small things come from extents,
 * counter blocks are pages of their own.  A directory entry is filled in and then
 * published by its type.
 *
 * Everything here is called with the lock held.
 */
#include "internal.h"

#include <errno.h>

#define EXTENT 65536u   /* bytes of the file taken at once for small things */
#define FIRST_LENGTH (256ul << 10) /* bytes of a new file, holes included */
#define FIRST_ENTRIES ((GPROF_PAGE - GPROF_FIRST_DIR - sizeof(struct gprof_directory)) /           \
		       sizeof(struct gprof_area))
#define MORE_ENTRIES 256u
#define HEAP (64u * 1024)
#define MAX_POOL 999u
#define FD_CEILING 1024u /* higher descriptors make the kernel's table grow */

void *gp_heap(size_t size)
{
	char *p;
	long at;

	size_t more = size > HEAP ? gp_round(size) : HEAP;

	size = (size + 15) & ~(size_t)15;
	if ((size_t)(gp.heap_end - gp.heap) < size) {
		at = sys_mmap(0, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (sys_failed(at))
			return NULL;
		gp.heap = (char *)at;
		gp.heap_end = gp.heap + more;
	}
	p = gp.heap;
	gp.heap += size;
	return p;
}

/* Out of the way of the program: it counts on getting the lowest numbers. */
int gp_move_fd(int fd)
{
	uint64_t limit = sys_limit(RLIMIT_NOFILE, FD_CEILING);
	long moved;

	if (limit > FD_CEILING)
		limit = FD_CEILING;
	moved = sys_fcntl(fd, F_DUPFD_CLOEXEC, (long)(limit / 4 * 3));
	if (sys_failed(moved))
		return fd;
	sys_close(fd);
	return (int)moved;
}

static const char *base_name(const char *path)
{
	const char *base = path;

	for (; *path; path++)
		if (*path == '/')
			base = path + 1;
	return base;
}

static void put_host(struct gp_text *t)
{
	char host[256];
	long n = gp_read_file("/proc/sys/kernel/hostname", host, sizeof(host) - 1);

	for (long i = 0; i < n && host[i] != '\n'; i++)
		gp_put_char(t, host[i] == '/' ? '_' : host[i]);
}

/* %Nm, from behind the %: the number of a member of the pool; NULL if it is not that. */
static const char *put_member(struct gp_text *t, const char *pattern)
{
	unsigned n = 0;

	for (; *pattern >= '0' && *pattern <= '9' && n <= MAX_POOL; pattern++)
		n = n * 10 + (unsigned)(*pattern - '0');
	if (*pattern != 'm' || !n || n > MAX_POOL || gp.pool)
		return NULL;
	gp.pool = n;
	gp.number_at = (uint32_t)(t->at - gp.path);
	gp_put_number(t, 1 + (unsigned)gp.pid % n);
	gp.number_end = (uint32_t)(t->at - gp.path);
	return pattern;
}

static void expand(struct gp_text *t, const char *pattern)
{
	const char *end;

	gp.pool = 0;
	if (*pattern != '/') {
		gp_put(t, gp.cwd);
		gp_put_char(t, '/');
	}
	for (; *pattern; pattern++) {
		if (*pattern != '%' || !pattern[1]) {
			gp_put_char(t, *pattern);
			continue;
		}
		end = put_member(t, pattern + 1);
		if (end) {
			pattern = end;
			continue;
		}
		switch (*++pattern) {
		case 'e': gp_put(t, base_name(gp.exe)); break;
		case 'p': gp_put_number(t, (uint64_t)gp.pid); break;
		case 'h': put_host(t); break;
		case 't': gp_put_number(t, sys_clock(CLOCK_REALTIME) / 1000000000u); break;
		case '%': gp_put_char(t, '%'); break;
		default: gp_put_char(t, '%'); gp_put_char(t, *pattern);
		}
	}
}

/* What names end in, as in ".gprof": numbers come before it, so that *.gprof finds all. */
const char *gp_file_ending(void)
{
	const char *base = gp.pattern, *dot = NULL, *s;

	for (s = gp.pattern; *s; s++) {
		if (*s == '/')
			base = s + 1;
		if (*s == '/' || *s == '%')
			dot = NULL;
		if (*s == '.' && s != base)
			dot = s;
	}
	return dot ? dot : s;
}

/* Names of devices are not numbered: a profile in /dev is not what was meant. */
static bool is_device(const char *path)
{
	struct stat st;

	return gp_syscall4(SYS_newfstatat, AT_FDCWD, (long)path, (long)&st,
			   AT_SYMLINK_NOFOLLOW) >= 0 &&
	       (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode));
}

/* Opens the first free one of NAME.gprof, NAME.2.gprof, NAME.3.gprof ... */
static long open_new(void)
{
	struct gp_text t = gp_text(gp.path, sizeof(gp.path));
	struct gp_text tail;
	const char *ending = gp_file_ending();
	long fd = -EEXIST;

	/* Of a folder that was removed, or is outside of the root, the kernel has no path. */
	if (*gp.pattern != '/' && *gp.cwd != '/')
		return -ENOENT;
	expand(&t, gp.pattern);
	if (is_device(gp.path))
		return -EEXIST;
	if (t.end - t.at < 96)
		return -ENAMETOOLONG;
	if (gp.pool)
		gp_copy(gp.member, gp.path, gp_length(gp.path) + 1);
	t.at -= gp_length(ending);
	if (gp.pool)
		gp_pool_suffix(&t);
	for (unsigned n = 1; fd == -EEXIST && n < 100000; n++) {
		tail = t;
		if (n > 1) {
			gp_put_char(&tail, '.');
			gp_put_number(&tail, n);
		}
		gp_put(&tail, ending);
		*tail.at = 0;
		fd = sys_open(gp.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	}
	return fd;
}

/* A file of our own that exists; whether it is the one that was meant is to be asked. */
long gp_open_own(const char *path, int flags)
{
	return sys_open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
}

/* The program may have closed our descriptor and opened its own there. */
static bool fd_is_ours(void)
{
	struct stat st;

	return gp.fd >= 0 && sys_fstat(gp.fd, &st) >= 0 && st.st_dev == gp.dev &&
	       st.st_ino == gp.ino;
}

long gp_file_reopen(void)
{
	long fd;

	if (fd_is_ours())
		return 0;
	fd = gp_open_own(gp.path, O_RDWR);
	if (sys_failed(fd))
		return fd;
	gp.fd = gp_move_fd((int)fd);
	if (fd_is_ours())
		return 0;
	sys_close(gp.fd);
	gp.fd = -1;
	return -ENOENT;
}

void gp_file_close(void)
{
	if (fd_is_ours())
		sys_close(gp.fd);
	gp.fd = -1;
}

static long write_zeros(uint64_t offset, uint64_t size)
{
	long n;

	gp_clear(gp.scratch, sizeof(gp.scratch));
	while (size) {
		n = sys_pwrite(gp.fd, gp.scratch,
			       size < sizeof(gp.scratch) ? size : sizeof(gp.scratch), offset);
		if (n <= 0)
			return n ? n : -ENOSPC;
		offset += (uint64_t)n;
		size -= (uint64_t)n;
	}
	return 0;
}

/*
 * Space by the descriptor.  Writing beyond RLIMIT_FSIZE would be a SIGXFSZ, so it is looked
 * at first.  Without fallocate no other process adds to the file, so zeros overwrite nothing.
 */
long gp_file_space(uint64_t offset, uint64_t size)
{
	long error;

	if (offset + size > sys_limit(RLIMIT_FSIZE, RLIM_INFINITY))
		return -EFBIG;
	error = gp_file_reopen();
	if (error < 0)
		return error;
	do
		error = sys_fallocate(gp.fd, offset, size);
	while (error == -EINTR);
	if (error == -EOPNOTSUPP || error == -ENOSYS)
		error = write_zeros(offset, size);
	return error;
}

void *gp_file_alloc(size_t size, uint64_t *offset)
{
	size_t extent = size > EXTENT ? gp_round(size) : EXTENT;
	uint64_t at;
	char *p;

	size = (size + 7) & ~(size_t)7;
	if ((size_t)(gp.extent_end - gp.extent) < size) {
		p = gp_space_take(extent, 0, &at);
		if (!p)
			return NULL;
		gp.extent = p;
		gp.extent_end = gp.extent + extent;
		gp.extent_offset = at;
	}
	p = gp.extent;
	*offset = gp.extent_offset;
	gp.extent += size;
	gp.extent_offset += size;
	return p;
}

static int new_directory(void)
{
	uint64_t offset;
	struct gprof_directory *d =
		gp_file_alloc(sizeof(*d) + MORE_ENTRIES * sizeof(struct gprof_area), &offset);

	if (!d)
		return -1;
	d->capacity = MORE_ENTRIES;
	__atomic_store_n(&gp.directory->next, offset, __ATOMIC_RELEASE);
	gp.directory = d;
	gp.entries = 0;
	return 0;
}

struct gprof_area *gp_file_area(uint64_t offset, uint64_t size)
{
	struct gprof_area *area;

	if (gp.entries == gp.directory->capacity && new_directory() < 0)
		return NULL;
	area = &gp.directory->area[gp.entries++];
	area->thread = GPROF_NONE;
	area->module = GPROF_NONE;
	area->epoch = gp.epoch;
	area->offset = offset;
	area->size = size;
	return area;
}

void gp_file_publish(struct gprof_area *area, enum gprof_area_type type)
{
	__atomic_store_n(&area->type, type, __ATOMIC_RELEASE);
}

void gp_file_remove(void)
{
	gp_syscall3(SYS_unlinkat, AT_FDCWD, (long)gp.path, 0);
	gp_file_close();
}

/* Room to grow, in holes, as far as the limit for files allows it. */
static void lengthen(uint64_t size)
{
	uint64_t length = sys_limit(RLIMIT_FSIZE, RLIM_INFINITY) & ~(GPROF_PAGE - 1ul);

	if (length > FIRST_LENGTH)
		length = FIRST_LENGTH;
	gp.length = size;
	if (length > size && gp_syscall3(SYS_ftruncate, gp.fd, (long)length, 0) >= 0)
		gp.length = length;
}

/* Makes the file and gives it 'size' bytes of space. */
long gp_file_open(uint64_t size)
{
	struct stat st;
	long fd = open_new();
	long error;

	if (sys_failed(fd))
		return fd;
	gp.fd = gp_move_fd((int)fd);
	error = sys_fstat(gp.fd, &st);
	gp.dev = st.st_dev;
	gp.ino = st.st_ino;
	/* A umask may leave its owner no right to read it. */
	if (error >= 0 && (st.st_mode & 0600) != 0600)
		error = gp_syscall3(SYS_fchmod, gp.fd, 0600, 0);
	if (error >= 0)
		error = gp_file_space(0, size);
	if (error < 0) {
		gp_file_remove();
		return error;
	}
	lengthen(size);
	if (gp.pool)
		gp_pool_claim(gp.fd);
	return error;
}

/*
 * Makes the file and maps its first extent, header and first directory in it.
 * The header stays unpublished (no magic).  Where no file can be had this is done
 * in memory, and the result says why; gp.header is NULL if that failed too.
 */
long gp_file_create(void)
{
	long error = gp_file_open(EXTENT);
	long map = error;

	gp.in_memory = error < 0;
	if (error >= 0) {
		map = gp_space_start(EXTENT);
		gp.in_memory = map < 0;
		if (gp.in_memory) {
			error = -ENOMEM;
			gp_file_remove();
		}
	}
	if (gp.in_memory)
		map = gp_space_start(EXTENT);
	if (map < 0)
		return error;
	gp.header = (struct gprof_file_header *)map;
	gp.header->file_end = EXTENT;
	gp.directory = (struct gprof_directory *)((char *)map + GPROF_FIRST_DIR);
	gp.directory->capacity = FIRST_ENTRIES;
	gp.entries = 0;
	gp.extent = (char *)map + GPROF_PAGE;
	gp.extent_end = (char *)map + EXTENT;
	gp.extent_offset = GPROF_PAGE;
	gp_space_started();
	return gp.in_memory ? error : 0;
}
