/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * demangle.h - names of functions as a reader knows them: C++, Rust, D, Fortran.
 */
#ifndef GPROF_TEXT_DEMANGLE_H
#define GPROF_TEXT_DEMANGLE_H

enum name_form {
	NAMES_FULL,    /* ns::list<int>::add(int) const */
	NAMES_SHORT,   /* ns::list<int>::add */
	NAMES_BASE,    /* ns::list::add */
	NAMES_LINKAGE, /* as in the object file */
};

/* To be freed; the linkage name if it is none of these languages. */
char *demangle_as(const char *name, enum name_form form);

/* The full form. */
char *demangle_name(const char *name);

#endif
