/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * attributes.h - takes back what instrumented code no longer is.
 */
#ifndef GPROF_PASS_ATTRIBUTES_H
#define GPROF_PASS_ATTRIBUTES_H

#include "module.h"

/*
 * Removes memory(...), readnone, readonly and their like from every function
 * but intrinsics, and from every call that is not of an intrinsic.  A function
 * that counts writes memory, and a declaration or a call may lead to one:
 * left in place, link-time optimisation would merge or move calls and lose
 * counts.
 */
void attributes_strip(const struct module *m);

#endif
