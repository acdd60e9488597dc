/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stream.h - counts one call of stdio, by its stream, and libc's functions of stdio (stream.c).
 *
 * gprt_stream_real is valid after gprt_io_prepare().
 */
#ifndef GPROF_RT_IO_STREAM_H
#define GPROF_RT_IO_STREAM_H

#include "io/count.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#define GPRT_STREAM_FUNCTIONS(X)                                                                   \
	X(fread, size_t, (void *, size_t, size_t, FILE *))                                         \
	X(fread_unlocked, size_t, (void *, size_t, size_t, FILE *))                                \
	X(__fread_chk, size_t, (void *, size_t, size_t, size_t, FILE *))                           \
	X(__fread_unlocked_chk, size_t, (void *, size_t, size_t, size_t, FILE *))                  \
	X(fwrite, size_t, (const void *, size_t, size_t, FILE *))                                  \
	X(fwrite_unlocked, size_t, (const void *, size_t, size_t, FILE *))                         \
	X(fgets, char *, (char *, int, FILE *))                                                    \
	X(fgets_unlocked, char *, (char *, int, FILE *))                                           \
	X(__fgets_chk, char *, (char *, size_t, int, FILE *))                                      \
	X(__fgets_unlocked_chk, char *, (char *, size_t, int, FILE *))                             \
	X(getline, ssize_t, (char **, size_t *, FILE *))                                           \
	X(getdelim, ssize_t, (char **, size_t *, int, FILE *))                                     \
	X(__getdelim, ssize_t, (char **, size_t *, int, FILE *))                                   \
	X(fputs, int, (const char *, FILE *))                                                      \
	X(fputs_unlocked, int, (const char *, FILE *))                                             \
	X(puts, int, (const char *))                                                               \
	X(fgetc, int, (FILE *))                                                                    \
	X(getc, int, (FILE *))                                                                     \
	X(_IO_getc, int, (FILE *))                                                                 \
	X(getchar, int, (void))                                                                    \
	X(ungetc, int, (int, FILE *))                                                              \
	X(fputc, int, (int, FILE *))                                                               \
	X(putc, int, (int, FILE *))                                                                \
	X(_IO_putc, int, (int, FILE *))                                                            \
	X(putchar, int, (int))                                                                     \
	X(vfprintf, int, (FILE *, const char *, va_list))                                          \
	X(vdprintf, int, (int, const char *, va_list))                                             \
	X(__vfprintf_chk, int, (FILE *, int, const char *, va_list))                               \
	X(__vdprintf_chk, int, (int, int, const char *, va_list))

struct gprt_stream_real {
#define GPRT_STREAM_FIELD(name, type, arguments) type(*name) arguments;
	GPRT_STREAM_FUNCTIONS(GPRT_STREAM_FIELD)
#undef GPRT_STREAM_FIELD
};

extern GPRT_HIDDEN struct gprt_stream_real gprt_stream_real;

/* errno stays. */
GPRT_HIDDEN void gprt_stream_real_find(void);

/* Counts a call of a stream that is in memory.  errno stays. */
GPRT_HIDDEN void gprt_stream_count_in_memory(enum gprof_io_kind kind, ssize_t got, uintptr_t pc,
					     uintptr_t sp);

/* got: bytes, -1: an error. */
static GPRT_INLINE void gprt_stream_count(FILE *f, enum gprof_io_kind kind, ssize_t got,
					  uintptr_t pc, uintptr_t sp)
{
	int fd, error;

	if (GPRT_RARE(!gprt_io_counts()))
		return;
	error = errno;
	fd = fileno_unlocked(f);
	if (__builtin_expect(fd >= 0, 1)) {
		gprt_io_count(fd, kind, got, GPRT_NOWHERE, pc, sp);
		return;
	}
	errno = error;
	gprt_stream_count_in_memory(kind, got, pc, sp);
}

#endif
