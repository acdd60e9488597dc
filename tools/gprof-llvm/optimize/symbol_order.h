/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * symbol_order.h - the order in which a linker should place the functions of a program, from its
 * exact calls (clusters.h), in the form that each linker reads.
 *
 * Names are the names of a normal build (text/plain_symbol.h).  A name that several functions of
 * the program have orders none of them, and is left out.
 *
 * Cost: clustering (clusters.h); a look-up for each function.
 */
#ifndef GPROF_OPTIMIZE_SYMBOL_ORDER_H
#define GPROF_OPTIMIZE_SYMBOL_ORDER_H

#include "analysis/result.h"

#include <stdio.h>

enum order_form {
	ORDER_SYMBOLS,  /* lld --symbol-ordering-file: a symbol a line */
	ORDER_CALLS,    /* lld --call-graph-ordering-file: caller, callee, calls */
	ORDER_SECTIONS, /* gold --section-ordering-file: a section a line */
	ORDER_SCRIPT,   /* GNU ld -T: a linker script that adds to the default one */
};

/* Of the functions that ran, of the executable or of the object that was asked about.  What is left
   out is a line in 'notes'.  -1: none ran. */
int symbol_order_write(const struct result *r, enum order_form form, FILE *out, FILE *notes,
		       struct gp_error *e);

#endif
