/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * handler.c - what the kernel calls as the signal handler.
 *
 * The kernel calls handlers with access to protection key 0 only, whatever the
 * interrupted code has access to: its stack, which the handler runs on, its thread-local
 * variables and its alternate stack may have another key.  So all is made accessible before
 * anything is touched; what was interrupted gets its own back by sigreturn.
 */
#include "base/processor.h"
#include "sample/sampler.h"

#include <cpuid.h>

#define LEAF_7 1 /* CPUID_INDEX_7 */

/*
 * A program may call the handler itself, having found it by sigaction: then the access stays
 * as it is.
 */
__attribute__((naked)) static void enter_keyed(void)
{
	__asm__("movq %%rdx, %%r8\n\t"
		"xorl %%ecx, %%ecx\n\t"
		".byte 0x0f, 0x01, 0xee\n\t" /* rdpkru */
		"movl %%eax, %%r9d\n\t"
		"xorl %%eax, %%eax\n\t"
		"xorl %%edx, %%edx\n\t"
		".byte 0x0f, 0x01, 0xef\n\t" /* wrpkru */
		"leaq %c0(%%rip), %%rax\n\t"
		"cmpq %%rax, (%%rsp)\n\t"
		"je 1f\n\t"
		"movl %%r9d, %%eax\n\t"
		".byte 0x0f, 0x01, 0xef\n"
		"1:\tmovq %%r8, %%rdx\n\t"
		"jmp %c1"
		:
		: "i"(gprt_restorer), "i"(gprt_handle));
}

/* Facts that glibc has asked the processor already (2.33; sys/platform/x86.h). */
struct leaf {
	uint32_t cpuid[4], active[4];
};

extern __attribute__((weak)) const struct leaf *__x86_get_cpuid_feature_leaf(unsigned index);

/* Returns true if the kernel lets programs use protection keys: OSPKE.  In a virtual machine to ask
   the processor takes 10 microseconds each time. */
static bool has_keys(void)
{
	uint32_t a, b, c, d;

	if (__x86_get_cpuid_feature_leaf)
		return __x86_get_cpuid_feature_leaf(LEAF_7)->cpuid[2] >> 4 & 1;
	__cpuid(0, a, b, c, d);
	if (a < 7)
		return false;
	__cpuid_count(7, 0, a, b, c, d);
	return c >> 4 & 1;
}

uintptr_t gprt_handler_entry(void)
{
	return has_keys() ? (uintptr_t)enter_keyed : (uintptr_t)gprt_handle;
}
