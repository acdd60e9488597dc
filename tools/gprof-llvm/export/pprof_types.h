/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pprof_types.h - names that pprof's own profiles of Go programs have for types of samples.
 */
#ifndef GPROF_EXPORT_PPROF_TYPES_H
#define GPROF_EXPORT_PPROF_TYPES_H

#include "writer/writer.h"

/* The type that a reader shows first. */
const char *pprof_type_of(enum figure figure);

#endif
