/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * version.c - the version of libgprof_rt.so, which `gprof-llvm info` reads.  A program
 * with a runtime of its own does not pay for it.
 */
#include <gprof-llvm/abi.h>

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

__attribute__((section("gprof_llvm"), used)) static const char version[] =
	"runtime\0" GPROF_VERSION "\0" TEXT(GPROF_ABI_VERSION);
