/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * relocate.h - lets the gprof sections of an object file (.o) be read before
 * it is linked: applies the PC-relative relocations between them.  libelf
 * applies none, libdwfl absolute ones only.
 */
#ifndef GPROF_CODE_RELOCATE_H
#define GPROF_CODE_RELOCATE_H

#include "binary/elfobj.h"

/* Replaces the bytes of gprof_cg and gprof_fn of a relocatable object of a known processor by
   relocated copies. */
int relocate_apply(struct elfobj *o, struct gp_error *e);

#endif
