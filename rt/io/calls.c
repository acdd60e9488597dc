/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * calls.c - read, write and their kin, as the program calls them.
 *
 * Each calls the real one and counts its result.  Nothing is changed on the way: results,
 * errno and cancellation are the real function's.  A call that a cancellation ends is not counted.
 *
 * Functions whose names end in 64 are the same here: a file offset has 64 bits.
 *
 * Cost: 57 instructions a call, 2 ns where caches are warm (bench/io).
 */
#include "io/count.h"
#include "io/real.h"

#include <sys/sendfile.h>
#include <unistd.h>

_Static_assert(sizeof(off_t) == 8, "functions that end in 64 are the same");

#define ALIAS(name) __attribute__((alias(#name), visibility("default")))

ssize_t __read_chk(int fd, void *to, size_t n, size_t room);
ssize_t __pread_chk(int fd, void *to, size_t n, off_t offset, size_t room);
ssize_t __pread64_chk(int fd, void *to, size_t n, off_t offset, size_t room);

/* ------------------------------------------------------------------ reading */

GPRT_HOOK ssize_t read(int fd, void *to, size_t n)
{
	ssize_t got = gprt_io_call(read)(fd, to, n);

	gprt_io_count(fd, GPROF_IO_READ, got, GPRT_AT_POSITION, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t __read_chk(int fd, void *to, size_t n, size_t room)
{
	ssize_t got = gprt_io_call(__read_chk)(fd, to, n, room);

	gprt_io_count(fd, GPROF_IO_READ, got, GPRT_AT_POSITION, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t pread(int fd, void *to, size_t n, off_t offset)
{
	ssize_t got = gprt_io_call(pread)(fd, to, n, offset);

	gprt_io_count(fd, GPROF_IO_READ, got, offset, GPRT_CALLER);
	return got;
}

ALIAS(pread) ssize_t pread64(int fd, void *to, size_t n, off64_t offset);

GPRT_HOOK ssize_t __pread_chk(int fd, void *to, size_t n, off_t offset, size_t room)
{
	ssize_t got = gprt_io_call(__pread_chk)(fd, to, n, offset, room);

	gprt_io_count(fd, GPROF_IO_READ, got, offset, GPRT_CALLER);
	return got;
}

ALIAS(__pread_chk) ssize_t __pread64_chk(int fd, void *to, size_t n, off_t offset, size_t room);

GPRT_HOOK ssize_t readv(int fd, const struct iovec *to, int n)
{
	ssize_t got = gprt_io_call(readv)(fd, to, n);

	gprt_io_count(fd, GPROF_IO_READ, got, GPRT_AT_POSITION, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t preadv(int fd, const struct iovec *to, int n, off_t offset)
{
	ssize_t got = gprt_io_call(preadv)(fd, to, n, offset);

	gprt_io_count(fd, GPROF_IO_READ, got, offset, GPRT_CALLER);
	return got;
}

ALIAS(preadv) ssize_t preadv64(int fd, const struct iovec *to, int n, off64_t offset);

/* An offset of -1 is the file's position. */
GPRT_HOOK ssize_t preadv2(int fd, const struct iovec *to, int n, off_t offset, int flags)
{
	ssize_t got = gprt_io_call(preadv2)(fd, to, n, offset, flags);

	gprt_io_count(fd, GPROF_IO_READ, got, offset, GPRT_CALLER);
	return got;
}

ALIAS(preadv2) ssize_t preadv64v2(int fd, const struct iovec *to, int n, off64_t offset, int flags);

/* ------------------------------------------------------------------ writing */

GPRT_HOOK ssize_t write(int fd, const void *from, size_t n)
{
	ssize_t got = gprt_io_call(write)(fd, from, n);

	gprt_io_count(fd, GPROF_IO_WRITE, got, GPRT_AT_POSITION, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t pwrite(int fd, const void *from, size_t n, off_t offset)
{
	ssize_t got = gprt_io_call(pwrite)(fd, from, n, offset);

	gprt_io_count(fd, GPROF_IO_WRITE, got, offset, GPRT_CALLER);
	return got;
}

ALIAS(pwrite) ssize_t pwrite64(int fd, const void *from, size_t n, off64_t offset);

GPRT_HOOK ssize_t writev(int fd, const struct iovec *from, int n)
{
	ssize_t got = gprt_io_call(writev)(fd, from, n);

	gprt_io_count(fd, GPROF_IO_WRITE, got, GPRT_AT_POSITION, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t pwritev(int fd, const struct iovec *from, int n, off_t offset)
{
	ssize_t got = gprt_io_call(pwritev)(fd, from, n, offset);

	gprt_io_count(fd, GPROF_IO_WRITE, got, offset, GPRT_CALLER);
	return got;
}

ALIAS(pwritev) ssize_t pwritev64(int fd, const struct iovec *from, int n, off64_t offset);

GPRT_HOOK ssize_t pwritev2(int fd, const struct iovec *from, int n, off_t offset, int flags)
{
	ssize_t got = gprt_io_call(pwritev2)(fd, from, n, offset, flags);

	gprt_io_count(fd, GPROF_IO_WRITE, got, offset, GPRT_CALLER);
	return got;
}

ALIAS(pwritev2)
ssize_t pwritev64v2(int fd, const struct iovec *from, int n, off64_t offset, int flags);

/* ------------------------------------------------------------------ from file to file */

/* A call is a read of one file and a write of another, as the kernel counts it.  Without an offset
   it is at the file's position. */
static GPRT_INLINE void count_copy(int from, bool at_from, int to, bool at_to, ssize_t got,
				   uintptr_t pc, uintptr_t sp)
{
	gprt_io_count(from, GPROF_IO_READ, got, at_from ? GPRT_NOWHERE : GPRT_AT_POSITION, pc, sp);
	gprt_io_count(to, GPROF_IO_WRITE, got, at_to ? GPRT_NOWHERE : GPRT_AT_POSITION, pc, sp);
}

GPRT_HOOK ssize_t sendfile(int to, int from, off_t *offset, size_t n)
{
	ssize_t got = gprt_io_call(sendfile)(to, from, offset, n);

	count_copy(from, offset, to, false, got, GPRT_CALLER);
	return got;
}

ALIAS(sendfile) ssize_t sendfile64(int to, int from, off64_t *offset, size_t n);

GPRT_HOOK ssize_t copy_file_range(int from, off64_t *from_offset, int to, off64_t *to_offset,
				  size_t n, unsigned flags)
{
	ssize_t got = gprt_io_call(copy_file_range)(from, from_offset, to, to_offset, n, flags);

	count_copy(from, from_offset, to, to_offset, got, GPRT_CALLER);
	return got;
}
