/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * descriptor.c - the profile file as a descriptor: made, opened again, given space, closed.
 *
 * Where the kernel can do without one (mapping.c) there is a descriptor at the start and at
 * the end alone.  The program may close it, and open a file of its own under its number, so
 * each use asks first whether it is still ours.
 *
 * Everything here is called with the lock held.
 */
#include "file/descriptor.h"

#include "base/process.h"
#include "base/sys.h"
#include "base/write.h"
#include "file/blank_file.h"
#include "file/file.h"
#include "file/name.h"
#include "file/ownership.h"

#include <errno.h>
#include <gprof-llvm/format.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/vfs.h>

#define FIRST_ROOM (192ul << 10) /* bytes of a new file beyond those with space: holes */
#define FD_CEILING 1024u           /* higher descriptors make the kernel's table grow */

/* Out of the way of the program: it counts on getting the lowest numbers. */
static int move_fd(int fd)
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

/* The program may have closed our descriptor and opened its own there. */
static bool fd_is_ours(void)
{
	struct stat st;

	return gprt_file.fd >= 0 && sys_fstat(gprt_file.fd, &st) >= 0 &&
	       st.st_dev == gprt_file.dev && st.st_ino == gprt_file.ino;
}

long gprt_file_reopen(void)
{
	long fd;

	if (fd_is_ours())
		return 0;
	fd = gprt_owned_open(gprt_file.path, O_RDWR);
	if (sys_failed(fd))
		return fd;
	gprt_file.fd = move_fd((int)fd);
	if (fd_is_ours())
		return 0;
	sys_close(gprt_file.fd);
	gprt_file.fd = -1;
	return -ENOENT;
}

void gprt_file_close(void)
{
	if (fd_is_ours())
		sys_close(gprt_file.fd);
	gprt_file.fd = -1;
}

static long write_zeros(uint64_t offset, uint64_t size)
{
	long n;

	gprt_clear(gprt.scratch, sizeof(gprt.scratch));
	while (size) {
		n = gprt_pwrite(gprt_file.fd, gprt.scratch,
				size < sizeof(gprt.scratch) ? size : sizeof(gprt.scratch), offset);
		if (n <= 0)
			return n ? n : -ENOSPC;
		offset += (uint64_t)n;
		size -= (uint64_t)n;
	}
	return 0;
}

/*
 * Space by the descriptor, as far as RLIMIT_FSIZE allows.  Without fallocate no other process adds
 * to the file, so zeros overwrite nothing.
 */
long gprt_file_space(uint64_t offset, uint64_t size)
{
	long error;

	if (offset + size > sys_limit(RLIMIT_FSIZE, RLIM_INFINITY))
		return -EFBIG;
	error = gprt_file_reopen();
	if (error < 0)
		return error;
	do
		error = gprt_fallocate(gprt_file.fd, offset, size);
	while (error == -EINTR);
	if (error == -EOPNOTSUPP || error == -ENOSYS)
		error = write_zeros(offset, size);
	return error;
}

void gprt_file_remove(void)
{
	gprt_syscall3(SYS_unlinkat, AT_FDCWD, (long)gprt_file.path, 0);
	gprt_file_close();
}

/* Room to grow, in holes, as far as the limit for files allows it; 'had': its length before. */
static void lengthen(uint64_t size, uint64_t had)
{
	uint64_t length = sys_limit(RLIMIT_FSIZE, RLIM_INFINITY) & ~(GPROF_PAGE - 1ul);

	if (length > size + FIRST_ROOM)
		length = size + FIRST_ROOM;
	gprt_file.length = size > had ? size : had & ~(GPROF_PAGE - 1ul);
	size = gprt_file.length;
	if (length > size && gprt_ftruncate(gprt_file.fd, length) >= 0)
		gprt_file.length = length;
}

/* Space for the first bytes, and for 'soon' more if the file system has it. */
static long first_space(uint64_t size, uint64_t soon)
{
	long error = gprt_file_space(0, size + soon);

	if (error < 0 && soon) {
		soon = 0;
		error = gprt_file_space(0, size);
	}
	gprt_file.filled = size + soon;
	return error;
}

/*
 * btrfs writes what has been stored already to another place.  On a full disk it has none, and a
 * count would be a SIGBUS, whatever space the file was given.  A file may be excepted while it
 * is empty; other file systems do not need this.
 */
static void write_in_place(void)
{
	struct statfs system;
	int flags = 0;

	if (gprt_syscall3(SYS_fstatfs, gprt_file.fd, (long)&system, 0) < 0 ||
	    system.f_type != BTRFS_SUPER_MAGIC ||
	    gprt_syscall3(SYS_ioctl, gprt_file.fd, (long)FS_IOC_GETFLAGS, (long)&flags) < 0)
		return;
	flags |= FS_NOCOW_FL;
	gprt_syscall3(SYS_ioctl, gprt_file.fd, (long)FS_IOC_SETFLAGS, (long)&flags);
}

/* A new file, or a blank one that another process left. */
static long make_file(void)
{
	long error = gprt_file_name(), fd = -ENOENT;

	if (error < 0)
		return error;
	if (gprt_name.pool)
		fd = gprt_blank_file_claim(gprt_file.path);
	return sys_failed(fd) ? gprt_file_open_new() : fd;
}

/* Makes the file and gives it 'size' bytes of space, and 'soon' more if it can be. */
long gprt_file_open(uint64_t size, uint64_t soon)
{
	struct stat st;
	long fd = make_file();
	long error;

	if (sys_failed(fd))
		return fd;
	gprt_file.fd = move_fd((int)fd);
	error = sys_fstat(gprt_file.fd, &st);
	gprt_file.dev = st.st_dev;
	gprt_file.ino = st.st_ino;
	/* A umask may leave its owner no right to read it. */
	if (error >= 0 && (st.st_mode & 0600) != 0600)
		error = gprt_syscall3(SYS_fchmod, gprt_file.fd, 0600, 0);
	if (error >= 0 && !st.st_size)
		write_in_place();
	if (error >= 0)
		error = first_space(size, soon);
	if (error < 0) {
		gprt_file_remove();
		return error;
	}
	lengthen(gprt_file.filled, (uint64_t)st.st_size);
	if (gprt_name.pool)
		gprt_owned_claim(gprt_file.fd);
	return error;
}
