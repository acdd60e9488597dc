/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callers.h - which function an arc of glibc's gmon.out comes from.
 *
 * glibc counts all calls that return into the same 16 bytes as one, and writes the first
 * of these bytes; where a function starts among them, GNU gprof takes the one before for
 * the caller.  The code decides: if the function that starts there calls the callee and
 * returns into the 16 bytes, and the one before does not, it is the caller.  A file with an
 * arc from elsewhere is not of glibc, and knows its callers.
 */
#ifndef GNU_CALLERS_H
#define GNU_CALLERS_H

#include "gprof/symbols/decode.h"
#include "gprof/symbols/symbols.h"

struct gnu_callers {
	const struct gnu_table *table;
	uint32_t last;              /* symbol found last, or GP_NONE */
	bool usable;                /* the machine has a decoder, and all arcs begin where
				       glibc's do */
	struct gnu_decoder decoder;
};

void gnu_callers_init(struct gnu_callers *c, const struct gnu_table *t,
		      const struct gnu_image *image, const struct gmon *profile);
void gnu_callers_release(struct gnu_callers *c);

/* An address in the caller; a->from unless the code says otherwise. */
uint64_t gnu_callers_find(struct gnu_callers *c, const struct gmon_arc *a);

#endif
