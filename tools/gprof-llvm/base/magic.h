/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * magic.h - the first 8 bytes of the files that only this tool writes; those of profiles
 * are in gprof-llvm/format.h.
 */
#ifndef GPROF_BASE_MAGIC_H
#define GPROF_BASE_MAGIC_H

#define SUM_MAGIC "gprofSUM" /* a merged profile: merge/format.h */

#endif
