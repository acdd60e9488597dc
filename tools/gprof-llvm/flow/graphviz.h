/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graphviz.h - pictures of a call dependency graph by graphviz's program dot.
 */
#ifndef GPROF_FLOW_GRAPHVIZ_H
#define GPROF_FLOW_GRAPHVIZ_H

#include "base/error.h"
#include "flow/print.h"

/* Writes SVG to p->out; fails if there is no program dot, or it does. */
int graphviz_svg(const struct flow_print *p, struct gp_error *e);

#endif
