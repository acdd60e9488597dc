/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * real.h - the functions of libc, or of a library that is preloaded after this one, which the
 * program would call (real.c).
 *
 * gprt_io_real_find() once, before anything is counted.  NULL: the system's libc has no such
 * function, so no program calls it.
 */
#ifndef GPROF_RT_IO_REAL_H
#define GPROF_RT_IO_REAL_H

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

#define GPRT_HIDDEN __attribute__((visibility("hidden")))

#define GPRT_IO_FUNCTIONS(X)                                                                       \
	X(read, ssize_t, (int, void *, size_t))                                                    \
	X(pread, ssize_t, (int, void *, size_t, off_t))                                            \
	X(readv, ssize_t, (int, const struct iovec *, int))                                        \
	X(preadv, ssize_t, (int, const struct iovec *, int, off_t))                                \
	X(preadv2, ssize_t, (int, const struct iovec *, int, off_t, int))                          \
	X(write, ssize_t, (int, const void *, size_t))                                             \
	X(pwrite, ssize_t, (int, const void *, size_t, off_t))                                     \
	X(writev, ssize_t, (int, const struct iovec *, int))                                       \
	X(pwritev, ssize_t, (int, const struct iovec *, int, off_t))                               \
	X(pwritev2, ssize_t, (int, const struct iovec *, int, off_t, int))                         \
	X(__read_chk, ssize_t, (int, void *, size_t, size_t))                                      \
	X(__pread_chk, ssize_t, (int, void *, size_t, off_t, size_t))                              \
	X(recv, ssize_t, (int, void *, size_t, int))                                               \
	X(recvfrom, ssize_t,                                                                       \
	  (int, void *, size_t, int, struct sockaddr *, socklen_t *))                              \
	X(recvmsg, ssize_t, (int, struct msghdr *, int))                                           \
	X(__recv_chk, ssize_t, (int, void *, size_t, size_t, int))                                 \
	X(__recvfrom_chk, ssize_t,                                                                 \
	  (int, void *, size_t, size_t, int, struct sockaddr *, socklen_t *))                      \
	X(send, ssize_t, (int, const void *, size_t, int))                                         \
	X(sendto, ssize_t,                                                                         \
	  (int, const void *, size_t, int, const struct sockaddr *, socklen_t))                    \
	X(sendmsg, ssize_t, (int, const struct msghdr *, int))                                     \
	X(sendfile, ssize_t, (int, int, off_t *, size_t))                                          \
	X(copy_file_range, ssize_t, (int, off_t *, int, off_t *, size_t, unsigned))                \
	X(lseek, off_t, (int, off_t, int))                                                         \
	X(close, int, (int))                                                                       \
	X(closedir, int, (DIR *))                                                                  \
	X(connect, int, (int, const struct sockaddr *, socklen_t))                                 \
	X(closefrom, void, (int))                                                                  \
	X(close_range, int, (unsigned, unsigned, int))                                             \
	X(dup2, int, (int, int))                                                                   \
	X(dup3, int, (int, int, int))                                                              \
	X(fclose, int, (FILE *))                                                                   \
	X(pclose, int, (FILE *))                                                                   \
	X(freopen, FILE *, (const char *, const char *, FILE *))                                   \
	X(freopen64, FILE *, (const char *, const char *, FILE *))

struct gprt_io_real {
#define GPRT_IO_FIELD(name, type, arguments) type(*name) arguments;
	GPRT_IO_FUNCTIONS(GPRT_IO_FIELD)
#undef GPRT_IO_FIELD
};

extern GPRT_HIDDEN struct gprt_io_real gprt_io_real;

/* errno stays. */
GPRT_HIDDEN void gprt_io_real_find(void);

#endif
