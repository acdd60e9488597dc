/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * text.h - strings without libc, files of the system, auxiliary vector, environment.
 */
#ifndef GPROF_RT_BASE_TEXT_H
#define GPROF_RT_BASE_TEXT_H

#include "base/sys.h"

#include <stdbool.h>
#include <sys/utsname.h>

struct gprt_text {
	char *at, *end; /* *at is NUL; room for end - at more bytes, NUL included */
};

GPRT_HIDDEN size_t gprt_length(const char *s);
GPRT_HIDDEN bool gprt_equal(const char *a, const char *b);

/* The decimal digits at the start; 0 if there are none. */
GPRT_HIDDEN uint64_t gprt_number(const char *s);

/* Text that ends where its buffer does. */
GPRT_HIDDEN struct gprt_text gprt_text(char *buffer, size_t size);
GPRT_HIDDEN void gprt_put(struct gprt_text *t, const char *s);
GPRT_HIDDEN void gprt_put_char(struct gprt_text *t, char c);
GPRT_HIDDEN void gprt_put_number(struct gprt_text *t, uint64_t n);

GPRT_HIDDEN const char *gprt_error_name(long error);

/* 0 and NULL if there is none. */
GPRT_HIDDEN unsigned long gprt_auxv(unsigned long type);
GPRT_HIDDEN const char *gprt_environment(const char *name);

/* A file that the kernel or the system provides, never waited for: its descriptor, or the
   bytes read; a negative error. */
GPRT_HIDDEN long gprt_open_system(const char *path);
GPRT_HIDDEN long gprt_read_file(const char *path, char *to, size_t size);

/* The machine's name; empty if the kernel does not give it. */
GPRT_HIDDEN const char *gprt_host_name(struct utsname *name);

/* A number in /proc/PID/stat, by the number of its field, from 3 on; 0 if it cannot be read. */
GPRT_HIDDEN uint64_t gprt_stat_field(const char *path, unsigned field);
GPRT_HIDDEN void gprt_stat_fields(const char *path, const unsigned *fields, uint64_t *values,
				  unsigned n); /* several, in their order */

#endif
