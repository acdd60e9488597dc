/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plt.h - names for the entries of a program's procedure linkage table: code that
 * has no symbols of its own.  `puts@plt' is the entry that jumps to puts.
 *
 * An entry is found by decoding its jump through a slot of the global offset table,
 * and named by the relocation of that slot.  x86-64 and AArch64; of other
 * processors nothing is found.  Linear in code and relocations.
 */
#ifndef GNU_PLT_H
#define GNU_PLT_H

#include "gprof/symbols/symbols.h"

/* Adds synthetic symbols for all entries. */
void gnu_plt_add(struct gnu_table *t, const struct gnu_image *image);

#endif
