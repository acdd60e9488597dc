/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * host.c - which LLVM has loaded the plugin.
 *
 * LLVMGetVersion exists from LLVM 16 on and LLVMPointerTypeInContext from 15
 * on, so both are weak references here: the missing one shows the version too.  A host has only
 * the targets that it was built for.
 */
#include "gprof_pass.h"

#include <stdio.h>

__attribute__((weak)) void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch);
__attribute__((weak)) LLVMTypeRef LLVMPointerTypeInContext(LLVMContextRef context,
							   unsigned space);

__attribute__((weak)) void LLVMInitializeX86AsmParser(void);
__attribute__((weak)) void LLVMInitializeAArch64AsmParser(void);

static unsigned host_version(void)
{
	unsigned major, minor, patch;

	if (LLVMGetVersion) {
		LLVMGetVersion(&major, &minor, &patch);
		return major;
	}
	return LLVMPointerTypeInContext ? 15 : 14;
}

/* The desk tool reads these strings before it starts a compiler: NUMBER:FOLDER of LLVM and its
   programs, and the plugin's version. */
__attribute__((section("gprof_llvm"), used)) static const char built_for_llvm[] =
	GPROF_HOST "\0" GPROF_VERSION;

int gprof_pass_host_fits(unsigned built_for)
{
	unsigned host = host_version();

	if (host == built_for)
		return 1;
	fprintf(stderr,
		"gprof-llvm: this plugin was built for LLVM %u, the compiler is LLVM %u: "
		"compile with clang-%u, or build the plugin with "
		"-DLLVM_DIR=/usr/lib/llvm-%u/cmake\n",
		built_for, host, built_for, host);
	return 0;
}

/* Clang has done this itself; flang has not, and cannot compile inline assembly without. */
void gprof_pass_host_prepare(void)
{
	if (LLVMInitializeX86AsmParser)
		LLVMInitializeX86AsmParser();
	if (LLVMInitializeAArch64AsmParser)
		LLVMInitializeAArch64AsmParser();
}
