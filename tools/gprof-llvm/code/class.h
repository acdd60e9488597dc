/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * class.h - the kinds of code that time goes into (analysis/classes.h).
 */
#ifndef GPROF_CODE_CLASS_H
#define GPROF_CODE_CLASS_H

enum code_class {
	CLASS_X, /* in-line code: what the source says */
	CLASS_P, /* prologues and epilogues */
	CLASS_C, /* call and return sequences */
	CLASS_L, /* code without a record: libraries, assembly, other compilers */
	CLASS_S, /* system calls, the kernel, the vdso */
	CLASS_M, /* the monitor: counting, and <profiler> */
	CLASS_COUNT
};

#endif
