/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stdio.c - fread, printf and their kin, as the program calls them.
 *
 * As calls.c, but the bytes are those that the program gave to a stream or got from it: libc's own
 * calls of read and write do not come here.  The end of a file is a call of no bytes, and no error.
 * So is a call that gets a byte again (given_back.h).
 *
 * Not seen: the functions that end in unlocked and take a character, which are inlined, and scanf,
 * whose bytes nobody says.
 *
 * Cost: about 40 instructions a call.
 */
#include "io/given_back.h"
#include "io/stream.h"

#include <string.h>

#undef fread_unlocked /* macros of stdio.h */
#undef fwrite_unlocked

int _IO_getc(FILE *f);
int _IO_putc(int c, FILE *f);
ssize_t __getdelim(char **to, size_t *room, int end, FILE *f);
size_t __fread_chk(void *to, size_t room, size_t size, size_t n, FILE *f);
size_t __fread_unlocked_chk(void *to, size_t room, size_t size, size_t n, FILE *f);
char *__fgets_chk(char *to, size_t room, int n, FILE *f);
char *__fgets_unlocked_chk(char *to, size_t room, int n, FILE *f);

/* A function that returned nothing came to the end, or failed. */
static ssize_t end_or_error(FILE *f)
{
	return ferror_unlocked(f) ? -1 : 0;
}

/* Items that were got; if there are none, that may be an error. */
static inline ssize_t items(FILE *f, size_t size, size_t n)
{
	return __builtin_expect(n > 0, 1) ? (ssize_t)(size * n) : end_or_error(f);
}

/* A line that was got; NULL: none. */
static inline ssize_t line(FILE *f, const char *s)
{
	return s ? (ssize_t)strlen(s) : end_or_error(f);
}

static inline ssize_t character(FILE *f, int c)
{
	return __builtin_expect(c != EOF, 1) ? 1 : end_or_error(f);
}

/* ------------------------------------------------------------------ blocks */

#define READ_ITEMS(name, parameters, ...)                                                          \
	GPRT_HOOK size_t name parameters                                                           \
	{                                                                                          \
		uint32_t again;                                                                    \
		size_t got;                                                                        \
                                                                                                   \
		gprt_io_prepare();                                                                 \
		again = gprt_given_back(f);                                                        \
		got = gprt_stream_real.name(__VA_ARGS__);                                          \
		gprt_stream_count(f, GPROF_IO_GET, gprt_got_again(f, items(f, size, got), again),  \
				  GPRT_CALLER);                                                    \
		return got;                                                                        \
	}

READ_ITEMS(fread, (void *to, size_t size, size_t n, FILE *f), to, size, n, f)
READ_ITEMS(fread_unlocked, (void *to, size_t size, size_t n, FILE *f), to, size, n, f)
READ_ITEMS(__fread_chk, (void *to, size_t room, size_t size, size_t n, FILE *f), to, room, size, n,
	   f)
READ_ITEMS(__fread_unlocked_chk, (void *to, size_t room, size_t size, size_t n, FILE *f), to, room,
	   size, n, f)

#define WRITE_ITEMS(name)                                                                          \
	GPRT_HOOK size_t name(const void *from, size_t size, size_t n, FILE *f)                    \
	{                                                                                          \
		size_t got;                                                                        \
                                                                                                   \
		gprt_io_prepare();                                                                 \
		got = gprt_stream_real.name(from, size, n, f);                                     \
		gprt_stream_count(f, GPROF_IO_PUT, items(f, size, got), GPRT_CALLER);              \
		return got;                                                                        \
	}

WRITE_ITEMS(fwrite)
WRITE_ITEMS(fwrite_unlocked)

/* ------------------------------------------------------------------ lines */

#define READ_LINE(name, parameters, ...)                                                           \
	GPRT_HOOK char *name parameters                                                            \
	{                                                                                          \
		uint32_t again;                                                                    \
		char *got;                                                                         \
                                                                                                   \
		gprt_io_prepare();                                                                 \
		again = gprt_given_back(f);                                                        \
		got = gprt_stream_real.name(__VA_ARGS__);                                          \
		gprt_stream_count(f, GPROF_IO_GET, gprt_got_again(f, line(f, got), again),         \
				  GPRT_CALLER);                                                    \
		return got;                                                                        \
	}

READ_LINE(fgets, (char *to, int n, FILE *f), to, n, f)
READ_LINE(fgets_unlocked, (char *to, int n, FILE *f), to, n, f)
READ_LINE(__fgets_chk, (char *to, size_t room, int n, FILE *f), to, room, n, f)
READ_LINE(__fgets_unlocked_chk, (char *to, size_t room, int n, FILE *f), to, room, n, f)

#define READ_WHOLE_LINE(name, parameters, ...)                                                     \
	GPRT_HOOK ssize_t name parameters                                                          \
	{                                                                                          \
		uint32_t again;                                                                    \
		ssize_t got;                                                                       \
                                                                                                   \
		gprt_io_prepare();                                                                 \
		again = gprt_given_back(f);                                                        \
		got = gprt_stream_real.name(__VA_ARGS__);                                          \
		gprt_stream_count(f, GPROF_IO_GET,                                                 \
				  gprt_got_again(f, got < 0 ? end_or_error(f) : got, again),       \
				  GPRT_CALLER);                                                    \
		return got;                                                                        \
	}

READ_WHOLE_LINE(getline, (char **to, size_t *room, FILE *f), to, room, f)
READ_WHOLE_LINE(getdelim, (char **to, size_t *room, int end, FILE *f), to, room, end, f)
READ_WHOLE_LINE(__getdelim, (char **to, size_t *room, int end, FILE *f), to, room, end, f)

#define WRITE_STRING(name)                                                                         \
	GPRT_HOOK int name(const char *s, FILE *f)                                                 \
	{                                                                                          \
		ssize_t n = (ssize_t)strlen(s); /* a writer of cookies may free it */              \
		int rc;                                                                            \
                                                                                                   \
		gprt_io_prepare();                                                                 \
		rc = gprt_stream_real.name(s, f);                                                  \
		gprt_stream_count(f, GPROF_IO_PUT, rc < 0 ? -1 : n, GPRT_CALLER);                  \
		return rc;                                                                         \
	}

WRITE_STRING(fputs)
WRITE_STRING(fputs_unlocked)

GPRT_HOOK int puts(const char *s)
{
	ssize_t n = (ssize_t)strlen(s);
	int rc;

	gprt_io_prepare();
	rc = gprt_stream_real.puts(s);
	gprt_stream_count(stdout, GPROF_IO_PUT, rc < 0 ? -1 : n + 1, GPRT_CALLER);
	return rc;
}

/* ------------------------------------------------------------------ characters */

#define READ_CHARACTER(name)                                                                       \
	GPRT_HOOK int name(FILE *f)                                                                \
	{                                                                                          \
		uint32_t again;                                                                    \
		int c;                                                                             \
                                                                                                   \
		gprt_io_prepare();                                                                 \
		again = gprt_given_back(f);                                                        \
		c = gprt_stream_real.name(f);                                                      \
		gprt_stream_count(f, GPROF_IO_GET, gprt_got_again(f, character(f, c), again),      \
				  GPRT_CALLER);                                                    \
		return c;                                                                          \
	}

READ_CHARACTER(fgetc)
READ_CHARACTER(getc)
READ_CHARACTER(_IO_getc)

GPRT_HOOK int getchar(void)
{
	uint32_t again;
	int c;

	gprt_io_prepare();
	again = gprt_given_back(stdin);
	c = gprt_stream_real.getchar();
	gprt_stream_count(stdin, GPROF_IO_GET, gprt_got_again(stdin, character(stdin, c), again),
			  GPRT_CALLER);
	return c;
}

#define WRITE_CHARACTER(name)                                                                      \
	GPRT_HOOK int name(int c, FILE *f)                                                         \
	{                                                                                          \
		int rc;                                                                            \
                                                                                                   \
		gprt_io_prepare();                                                                 \
		rc = gprt_stream_real.name(c, f);                                                  \
		gprt_stream_count(f, GPROF_IO_PUT, rc == EOF ? -1 : 1, GPRT_CALLER);               \
		return rc;                                                                         \
	}

WRITE_CHARACTER(fputc)
WRITE_CHARACTER(putc)
WRITE_CHARACTER(_IO_putc)

GPRT_HOOK int putchar(int c)
{
	int rc;

	gprt_io_prepare();
	rc = gprt_stream_real.putchar(c);
	gprt_stream_count(stdout, GPROF_IO_PUT, rc == EOF ? -1 : 1, GPRT_CALLER);
	return rc;
}
