/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * host.c - which LLVM has loaded the plugin.
 *
 * LLVMGetVersion exists from LLVM 16 on and LLVMPointerTypeInContext from 15
 * on, so both are weak references here: what is missing tells the version too.
 */
#include "gprof_pass.h"

#include <stdio.h>

__attribute__((weak)) void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch);
__attribute__((weak)) LLVMTypeRef LLVMPointerTypeInContext(LLVMContextRef context,
							   unsigned space);

static unsigned host_version(void)
{
	unsigned major, minor, patch;

	if (LLVMGetVersion) {
		LLVMGetVersion(&major, &minor, &patch);
		return major;
	}
	return LLVMPointerTypeInContext ? 15 : 14;
}

int gprof_pass_host_fits(unsigned built_for)
{
	unsigned host = host_version();

	if (host == built_for)
		return 1;
	fprintf(stderr,
		"gprof-llvm: this plugin was built for LLVM %u, the compiler is LLVM %u: "
		"use the plugin built for it\n",
		built_for, host);
	return 0;
}
