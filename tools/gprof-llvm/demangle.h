/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * demangle.h - linkage names as people read them: C++ (Itanium) and Rust.
 */
#ifndef GPROF_TOOL_DEMANGLE_H
#define GPROF_TOOL_DEMANGLE_H

/* A new string, to be freed; the name itself if it is not mangled. */
char *demangle_name(const char *name);

#endif
