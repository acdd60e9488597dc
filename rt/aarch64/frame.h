/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * frame.h - what walking a stack needs to know of AArch64 Linux: registers by
 * their DWARF numbers (DWARF for the Arm 64-bit architecture, 4.1), the signal frame,
 * what a call looks like.
 */
#ifndef GPROF_RT_AARCH64_FRAME_H
#define GPROF_RT_AARCH64_FRAME_H

#include "arch.h"

#include <stdbool.h>

#define GPRT_REGS 33 /* x0..x30, sp, pc */
#define GPRT_REG_FP 29
#define GPRT_REG_SP 31
#define GPRT_REG_PC 32
#define GPRT_REGS_KEPT 0x3ff80000u /* over a call: x19..x29 */
#define GPRT_RED_ZONE 0 /* bytes below the stack pointer that signals leave alone */
#define GPRT_CALL_BYTES 4
#define GPRT_CALL_PUSHES 0 /* a call has put the return address into a register */

_Static_assert(offsetof(mcontext_t, sp) == offsetof(mcontext_t, regs) + 8 * GPRT_REG_SP &&
		       offsetof(mcontext_t, pc) == offsetof(mcontext_t, regs) + 8 * GPRT_REG_PC,
	       "gprt_frame_offset");

/* Bytes from the start of a ucontext to register 'i'. */
static inline size_t gprt_frame_offset(unsigned i)
{
	return offsetof(ucontext_t, uc_mcontext) + offsetof(mcontext_t, regs) + 8u * i;
}

/*
 * Where the kernel left the ucontext when a handler has returned to these bytes, with
 * the stack pointer 'sp'; 0 if they do not return from a signal.
 */
static inline uintptr_t gprt_frame_signal(const unsigned char *code, uintptr_t sp)
{
	return gprt_is_signal_return(code) ? sp + sizeof(siginfo_t) : 0;
}

/* Returns true if these GPRT_CALL_BYTES are a call that returns to 'pc': bl or blr, with or without
   authentication. */
static inline bool gprt_frame_after_call(const unsigned char *code, uintptr_t pc)
{
	uint32_t call = *(const gprt_u32_at *)code;

	return pc % 4 == 0 && (call >> 26 == 0x25 || (call & 0xfefff000u) == 0xd63f0000u);
}

/* Where the cold part of a prologue goes back to: it is within the function here. */
#define GPRT_COLD_BEFORE 0
#define GPRT_COLD_BYTES 4
static inline uintptr_t gprt_frame_cold(const unsigned char *code, uintptr_t pc)
{
	(void)code;
	(void)pc;
	return 0;
}

/* A return address without its signature (pointer authentication). */
static inline uintptr_t gprt_frame_address(uintptr_t pc)
{
	return pc & (GPRT_ADDRESS_END - 1);
}

/* Where the direct call that these GPRT_CALL_BYTES are goes to; 0: it is an indirect one. */
static inline uintptr_t gprt_frame_target(const unsigned char *code, uintptr_t pc)
{
	uint32_t call = *(const gprt_u32_at *)code;

	if (call >> 26 != 0x25)
		return 0;
	return pc - 4 + (uintptr_t)((intptr_t)(int32_t)(call << 6) >> 4);
}

/* Bytes of code that gprt_frame_slot looks at. */
#define GPRT_STUB_BYTES 12

/*
 * From where the entry of a PLT at 'stub' takes the address it jumps to: adrp x16, PAGE;
 * ldr x17, [x16, OFFSET].  0: it is none.
 */
static inline uintptr_t gprt_frame_slot(const unsigned char *code, uintptr_t stub)
{
	const gprt_u32_at *p = (const gprt_u32_at *)code;
	uintptr_t page;

	if (p[0] == 0xd503245fu) { /* bti c */
		p++;
		stub += 4;
	}
	if ((p[0] & 0x9f00001fu) != 0x90000010u || (p[1] & 0xffc003ffu) != 0xf9400211u)
		return 0;
	page = (p[0] >> 5 & 0x7ffffu) << 2 | (p[0] >> 29 & 3u);
	page = (uintptr_t)((intptr_t)(page << 43) >> 43) << 12;
	return (stub & ~(uintptr_t)0xfff) + page + (p[1] >> 10 & 0xfffu) * 8;
}

/* The registers that a call keeps, the stack pointer and the pc, as they are here. */
static inline __attribute__((always_inline)) void gprt_frame_here(uintptr_t *reg)
{
	__asm__ volatile("stp x19, x20, [%0, #152]\n\t"
			 "stp x21, x22, [%0, #168]\n\t"
			 "stp x23, x24, [%0, #184]\n\t"
			 "stp x25, x26, [%0, #200]\n\t"
			 "stp x27, x28, [%0, #216]\n\t"
			 "stp x29, x30, [%0, #232]\n\t"
			 "mov x9, sp\n\t"
			 "str x9, [%0, #248]\n\t"
			 "adr x9, 1f\n"
			 "1:\tstr x9, [%0, #256]"
			 :
			 : "r"(reg)
			 : "x9", "memory");
}

/* Code on the stack that passes a frame: its forms are not known here. */
#define GPRT_TRAMPOLINE_BYTES 4
static inline uintptr_t gprt_frame_trampoline(const unsigned char *p)
{
	(void)p;
	return 0;
}

#endif
