/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * frame.h - what walking a stack needs to know of x86-64 Linux: registers by
 * their DWARF numbers (System V psABI, table 3.36), the signal frame, what a call
 * looks like.
 */
#ifndef GPROF_RT_X86_64_FRAME_H
#define GPROF_RT_X86_64_FRAME_H

#include "arch.h"

#include <stdbool.h>

typedef int32_t __attribute__((aligned(1))) gprt_i32_at;

#define GPRT_REGS 17 /* rax rdx rcx rbx rsi rdi rbp rsp r8..r15, return address */
#define GPRT_REG_FP 6
#define GPRT_REG_SP 7
#define GPRT_REG_PC 16
#define GPRT_REGS_KEPT 0xf048u /* over a call: rbx rbp r12..r15 */
#define GPRT_RED_ZONE 128      /* bytes below the stack pointer that signals leave alone */
#define GPRT_CALL_BYTES 7      /* the longest call looked for */
#define GPRT_CALL_PUSHES 1     /* a call has put the return address on the stack */

/* By DWARF number: where a ucontext keeps it. */
static const unsigned char gprt_greg[GPRT_REGS] = { REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI,
						REG_RDI, REG_RBP, REG_RSP, REG_R8,  REG_R9,
						REG_R10, REG_R11, REG_R12, REG_R13, REG_R14,
						REG_R15, REG_RIP };

/* Bytes from the start of a ucontext to register 'i'. */
static inline size_t gprt_frame_offset(unsigned i)
{
	return offsetof(ucontext_t, uc_mcontext) + 8u * gprt_greg[i];
}

/*
 * Where the kernel left the ucontext when a handler has returned to these bytes, with
 * the stack pointer 'sp'; 0 if they do not return from a signal.
 */
static inline uintptr_t gprt_frame_signal(const unsigned char *code, uintptr_t sp)
{
	return gprt_is_signal_return(code) ? sp : 0;
}

/* Bytes of the indirect call (ff /2) that begins there; 0 if it is none, or goes on after the
   'have' bytes that can be read. */
static inline unsigned gprt_call_length(const unsigned char *p, unsigned have)
{
	unsigned mod = p[1] >> 6, rm = p[1] & 7u, n = 2;
	bool sib = mod != 3 && rm == 4;

	if (p[0] != 0xff || (p[1] >> 3 & 7u) != 2)
		return 0;
	n += sib;
	if (n > have)
		return 0;
	if (mod == 1)
		return n + 1;
	if (mod == 2 || (mod == 0 && (rm == 5 || (sib && (p[2] & 7u) == 5))))
		return n + 4;
	return n;
}

/* Returns true if these GPRT_CALL_BYTES end with a call that returns to 'pc'. */
static inline bool gprt_frame_after_call(const unsigned char *code, uintptr_t pc)
{
	const unsigned char *end = code + GPRT_CALL_BYTES;

	(void)pc;
	if (end[-5] == 0xe8)
		return true;
	for (unsigned n = 2; n <= GPRT_CALL_BYTES; n++)
		if (gprt_call_length(end - n, n) == n)
			return true;
	return false;
}

/*
 * The cold part of a prologue has no unwind table.  It ends with a leaq that sets r11
 * to the place it goes back to, and a jump.  That place, if 'pc' is at one of the
 * two or before the leaq; else 0.  The GPRT_COLD_BYTES begin GPRT_COLD_BEFORE before 'pc'.
 */
#define GPRT_COLD_BEFORE 7
#define GPRT_COLD_BYTES 28
static inline uintptr_t gprt_frame_cold(const unsigned char *code, uintptr_t pc)
{
	for (unsigned i = 0; i <= 16; i++) {
		const unsigned char *p = code + i;

		if (p[0] == 0x4c && p[1] == 0x8d && p[2] == 0x1d && p[7] == 0xe9)
			return pc - GPRT_COLD_BEFORE + i + 7 +
			       (uintptr_t)(intptr_t)*(const gprt_i32_at *)(p + 3);
	}
	return 0;
}

/* A return address as an address. */
static inline uintptr_t gprt_frame_address(uintptr_t pc)
{
	return pc;
}

/* Where the direct call at the end of these GPRT_CALL_BYTES goes to; 0: it is an indirect one. */
static inline uintptr_t gprt_frame_target(const unsigned char *code, uintptr_t pc)
{
	const unsigned char *end = code + GPRT_CALL_BYTES;

	if (end[-5] != 0xe8)
		return 0;
	return pc + (uintptr_t)(intptr_t)*(const gprt_i32_at *)(end - 4);
}

/* Bytes of code that gprt_frame_slot looks at. */
#define GPRT_STUB_BYTES 11

/* From where the entry of a PLT at 'stub' takes the address it jumps to; 0: it is none. */
static inline uintptr_t gprt_frame_slot(const unsigned char *code, uintptr_t stub)
{
	const unsigned char *p = code;

	if (p[0] == 0xf3 && p[1] == 0x0f && p[2] == 0x1e && p[3] == 0xfa)
		p += 4; /* endbr64 */
	if (p[0] == 0xf2)
		p++; /* bnd */
	if (p[0] != 0xff || p[1] != 0x25)
		return 0;
	return stub + (uintptr_t)(p + 6 - code) +
	       (uintptr_t)(intptr_t) * (const gprt_i32_at *)(p + 2);
}

/* The registers that a call keeps, the stack pointer and the pc, as they are here. */
static inline __attribute__((always_inline)) void gprt_frame_here(uintptr_t *reg)
{
	__asm__ volatile("movq %%rbx, 24(%0)\n\t"
			 "movq %%rbp, 48(%0)\n\t"
			 "movq %%rsp, 56(%0)\n\t"
			 "movq %%r12, 96(%0)\n\t"
			 "movq %%r13, 104(%0)\n\t"
			 "movq %%r14, 112(%0)\n\t"
			 "movq %%r15, 120(%0)\n\t"
			 "leaq 1f(%%rip), %%rax\n"
			 "1:\tmovq %%rax, 128(%0)"
			 :
			 : "r"(reg)
			 : "rax", "memory");
}

/*
 * Where code on the stack goes to that passes a frame in r10: the 23 bytes of LLVM and gcc, a
 * movabs to r11, one to r10, a jump to r11.  0: it is none.
 */
#define GPRT_TRAMPOLINE_BYTES 23
static inline uintptr_t gprt_frame_trampoline(const unsigned char *p)
{
	uintptr_t to;

	if (p[0] != 0x49 || p[1] != 0xbb || p[10] != 0x49 || p[11] != 0xba || p[20] != 0x49 ||
	    p[21] != 0xff || p[22] != 0xe3)
		return 0;
	__builtin_memcpy(&to, p + 2, sizeof(to));
	return to;
}

#endif
