/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plain_symbol.h - the name that a function has for linkers in a normal build.
 *
 * -fpseudo-probe-for-profiling, by which a collecting build finds blocks, gives static functions of
 * C and C++ the name _ZL...  .__uniq.N, and link-time optimisation appends .llvm.N.
 */
#ifndef GPROF_TEXT_PLAIN_SYMBOL_H
#define GPROF_TEXT_PLAIN_SYMBOL_H

/* The caller frees it.  'compiled': the file that the function was compiled from, or NULL. */
char *plain_symbol(const char *name, const char *compiled);

#endif
