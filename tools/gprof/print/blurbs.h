/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blurbs.h - the explanations after GNU gprof's tables: the files in blurbs/, whose notice is
 * printed too.
 */
#ifndef GNU_BLURBS_H
#define GNU_BLURBS_H

#include <stdio.h>

extern const char gnu_blurb_flat[], gnu_blurb_flat_end[];
extern const char gnu_blurb_graph[], gnu_blurb_graph_end[];
extern const char gnu_blurb_bsd_graph[], gnu_blurb_bsd_graph_end[];

static inline void gnu_blurb_print(const char *start, const char *end, FILE *out)
{
	fwrite(start, 1, (size_t)(end - start), out);
}

#endif
