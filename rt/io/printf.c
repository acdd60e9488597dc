/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * printf.c - printf and its kin to a stream, as the program calls them.
 *
 * As stdio.c.  Arguments are passed to libc's function that takes a va_list, which is the same code
 * there.  dprintf writes to a descriptor at once, and counts as a stream.
 */
#include "io/stream.h"

#define real gprt_stream_real

int __printf_chk(int flag, const char *format, ...);
int __vprintf_chk(int flag, const char *format, va_list list);
int __fprintf_chk(FILE *f, int flag, const char *format, ...);
int __vfprintf_chk(FILE *f, int flag, const char *format, va_list list);
int __dprintf_chk(int fd, int flag, const char *format, ...);
int __vdprintf_chk(int fd, int flag, const char *format, va_list list);

/* The bytes that a function returned, or less than 0. */
static GPRT_INLINE int printed(FILE *f, int n, uintptr_t pc, uintptr_t sp)
{
	gprt_stream_count(f, GPROF_IO_PUT, n < 0 ? -1 : n, pc, sp);
	return n;
}

static GPRT_INLINE int printed_to(int fd, int n, uintptr_t pc, uintptr_t sp)
{
	gprt_io_count(fd, GPROF_IO_PUT, n < 0 ? -1 : n, GPRT_NOWHERE, pc, sp);
	return n;
}

/* A function with arguments of its own; call: the one with 'list'. */
#define VARIADIC(name, parameters, count, call)                                                    \
	GPRT_HOOK int name parameters                                                              \
	{                                                                                          \
		va_list list;                                                                      \
		int n;                                                                             \
                                                                                                   \
		gprt_io_prepare();                                                                 \
		va_start(list, format);                                                            \
		n = call;                                                                          \
		va_end(list);                                                                      \
		return count(n, GPRT_CALLER);                                                      \
	}

#define WITH_LIST(name, parameters, count, call)                                                   \
	GPRT_HOOK int name parameters                                                              \
	{                                                                                          \
		gprt_io_prepare();                                                                 \
		return count(call, GPRT_CALLER);                                                   \
	}

#define TO_STDOUT(n, ...) printed(stdout, n, __VA_ARGS__)
#define TO_STREAM(n, ...) printed(f, n, __VA_ARGS__)
#define TO_DESCRIPTOR(n, ...) printed_to(fd, n, __VA_ARGS__)

VARIADIC(printf, (const char *format, ...), TO_STDOUT, real.vfprintf(stdout, format, list))
VARIADIC(fprintf, (FILE *f, const char *format, ...), TO_STREAM, real.vfprintf(f, format, list))
VARIADIC(dprintf, (int fd, const char *format, ...), TO_DESCRIPTOR,
	 real.vdprintf(fd, format, list))
VARIADIC(__printf_chk, (int flag, const char *format, ...), TO_STDOUT,
	 real.__vfprintf_chk(stdout, flag, format, list))
VARIADIC(__fprintf_chk, (FILE *f, int flag, const char *format, ...), TO_STREAM,
	 real.__vfprintf_chk(f, flag, format, list))
VARIADIC(__dprintf_chk, (int fd, int flag, const char *format, ...), TO_DESCRIPTOR,
	 real.__vdprintf_chk(fd, flag, format, list))

WITH_LIST(vprintf, (const char *format, va_list list), TO_STDOUT,
	  real.vfprintf(stdout, format, list))
WITH_LIST(vfprintf, (FILE *f, const char *format, va_list list), TO_STREAM,
	  real.vfprintf(f, format, list))
WITH_LIST(vdprintf, (int fd, const char *format, va_list list), TO_DESCRIPTOR,
	  real.vdprintf(fd, format, list))
WITH_LIST(__vprintf_chk, (int flag, const char *format, va_list list), TO_STDOUT,
	  real.__vfprintf_chk(stdout, flag, format, list))
WITH_LIST(__vfprintf_chk, (FILE *f, int flag, const char *format, va_list list), TO_STREAM,
	  real.__vfprintf_chk(f, flag, format, list))
WITH_LIST(__vdprintf_chk, (int fd, int flag, const char *format, va_list list), TO_DESCRIPTOR,
	  real.__vdprintf_chk(fd, flag, format, list))
