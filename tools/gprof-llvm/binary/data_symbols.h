/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * data_symbols.h - the names of variables of an ELF file, by address.
 *
 * Cost: each call reads the whole symbol table; it is for a few addresses.
 */
#ifndef GPROF_BINARY_DATA_SYMBOLS_H
#define GPROF_BINARY_DATA_SYMBOLS_H

#include "binary/elfobj.h"

/* The variable whose bytes cover the address, in *start where it begins; NULL: there is none, or
   the file is stripped.  A name lives until elfobj_close(). */
const char *data_symbol_at(const struct elfobj *o, uint64_t address, uint64_t *start);

#endif
