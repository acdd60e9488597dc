/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * bsd.h - the BSD formats, as gnu.c, bsd.c and write.c share them; users of the formats include
 * gmon.h.
 */
#ifndef GPROF_GMON_BSD_H
#define GPROF_GMON_BSD_H

#include "gmon/cursor.h"

#define GMON_BSD44_VERSION 0x00051879u
#define GMON_BSD_RATE 100 /* of files that do not say: the system's clock ticks */

/* Bytes before the bins. */
static inline uint32_t gmon_bsd_header(const struct gmon_target *t, bool bsd44)
{
	return 2 * t->pointer + 4 + (bsd44 ? 20 : 0);
}

/* Reads a file of either BSD layout; 'c' is at its first byte. */
int gmon_read_bsd(struct gmon *g, struct cursor *c, enum gmon_format format,
		  struct gmon_records *records, const char *name, struct gp_error *e);

#endif
