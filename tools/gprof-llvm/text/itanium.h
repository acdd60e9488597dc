/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * itanium.h - names of C++ that a system's libiberty may be too old for: constraints and explicit
 * object parameters of C++20 and later, template <auto>, template <class T, T V>.
 *
 * The work is LLVM's demangler, which is linked in where its library was found at build time;
 * elsewhere (itanium_none.c) no name is known.
 */
#ifndef GPROF_TEXT_ITANIUM_H
#define GPROF_TEXT_ITANIUM_H

#include "text/demangle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The caller frees the name.  NULL: 'linkage' is not a C++ name, or is too long for a parser that
   recurses without limit. */
char *itanium_name(const char *linkage, enum name_form form);

#ifdef __cplusplus
}
#endif

#endif
