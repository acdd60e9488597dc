/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hist.h - the samples of the histograms, given to the functions they fell into.
 *
 * gprof counts code in units of 2 bytes.  A bin belongs to the functions whose units it
 * covers, each in proportion.  Which units those are is where GNU gprof errs: it
 * divides the range evenly among the bins, while glibc multiplies a pc's unit by a
 * rounded fixed-point scale; unless the size of the code is a multiple of 16, most
 * bins are taken for others' addresses.  The default undoes what glibc did, where the
 * numbers show that glibc wrote them.  It divides a bin by bytes, too, and gives none to
 * those between the known end of a function and the next one.  With 'exact' GNU's
 * division is used, cut to whole units, after which shares of a bin need not add up to it.
 */
#ifndef GNU_HIST_H
#define GNU_HIST_H

#include "gprof/graph/nodes.h"

struct gnu_hist {
	double total;   /* samples of all bins, but of functions not wanted */
	long granule;   /* bytes of code that a bin covers, as printed */
};

void gnu_hist_assign(struct gnu_hist *h, const struct gmon *profile, struct gnu_graph *g,
		     bool exact);

#endif
