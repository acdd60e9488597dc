/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * text.h - strings without libc, files of the system, auxiliary vector, environment.
 */
#ifndef GPROF_RT_BASE_TEXT_H
#define GPROF_RT_BASE_TEXT_H

#include "base/sys.h"

#include <stdbool.h>
#include <sys/utsname.h>

struct gp_text {
	char *at, *end; /* *at is NUL; room for end - at more bytes, NUL included */
};

GP_HIDDEN size_t gp_length(const char *s);
GP_HIDDEN bool gp_equal(const char *a, const char *b);

/* The decimal digits at the start; 0 if there are none. */
GP_HIDDEN uint64_t gp_number(const char *s);

/* Text that ends where its buffer does. */
GP_HIDDEN struct gp_text gp_text(char *buffer, size_t size);
GP_HIDDEN void gp_put(struct gp_text *t, const char *s);
GP_HIDDEN void gp_put_char(struct gp_text *t, char c);
GP_HIDDEN void gp_put_number(struct gp_text *t, uint64_t n);

GP_HIDDEN const char *gp_error_name(long error);

/* 0 and NULL if there is none. */
GP_HIDDEN unsigned long gp_auxv(unsigned long type);
GP_HIDDEN const char *gp_environment(const char *name);

/* A file that the kernel or the system provides, never waited for: its descriptor, or the
   bytes read; a negative error. */
GP_HIDDEN long gp_open_system(const char *path);
GP_HIDDEN long gp_read_file(const char *path, char *to, size_t size);

/* What the machine is called; empty if that cannot be known. */
GP_HIDDEN const char *gp_host_name(struct utsname *name);

/* A number in /proc/PID/stat, by the number of its field, from 3 on; 0 if it cannot be read. */
GP_HIDDEN uint64_t gp_stat_field(const char *path, unsigned field);
GP_HIDDEN void gp_stat_fields(const char *path, const unsigned *fields, uint64_t *values,
			      unsigned n); /* several, in their order */

#endif
