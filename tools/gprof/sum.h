/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum.h - gprof --sum: the sum of all profiles read, as one file.
 */
#ifndef GNU_SUM_H
#define GNU_SUM_H

#include "gprof/graph/nodes.h"

/*
 * Writes 'path' in a format of gmon/gmon.h; before gnu_graph_assemble().  Arcs come from the graph,
 * by caller, between the starts of functions.  With 'exact' numbers are cut to their fields as GNU
 * gprof cuts them; otherwise nothing is lost, except where a BSD file has no room: *loss says how
 * much.
 */
int gnu_sum_write(const char *path, const struct gmon *profile, const struct gnu_graph *g,
		  enum gmon_format format, bool exact, struct gmon_loss *loss,
		  struct gp_error *e);

#endif
