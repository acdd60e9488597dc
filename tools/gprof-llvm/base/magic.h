/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * magic.h - the first 8 bytes of the files that only this tool writes, and the first 4 of gprof's;
 * those of profiles are in gprof-llvm/format.h.
 */
#ifndef GPROF_BASE_MAGIC_H
#define GPROF_BASE_MAGIC_H

#define SUM_MAGIC "gprofSUM" /* a merged profile: merge/sum_format.h */
#define GMON_MAGIC "gmon" /* gmon.out of glibc */

#endif
