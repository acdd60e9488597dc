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

#define GP_REGS 33 /* x0..x30, sp, pc */
#define GP_REG_FP 29
#define GP_REG_SP 31
#define GP_REG_PC 32
#define GP_REGS_KEPT 0x3ff80000u /* over a call: x19..x29 */
#define GP_CALL_BYTES 4

_Static_assert(offsetof(mcontext_t, sp) == offsetof(mcontext_t, regs) + 8 * GP_REG_SP &&
		       offsetof(mcontext_t, pc) == offsetof(mcontext_t, regs) + 8 * GP_REG_PC,
	       "gp_frame_offset");

/* Bytes from the start of a ucontext to register 'i'. */
static inline size_t gp_frame_offset(unsigned i)
{
	return offsetof(ucontext_t, uc_mcontext) + offsetof(mcontext_t, regs) + 8u * i;
}

/*
 * Where the kernel left the ucontext when a handler has returned to 'pc', with
 * the stack pointer 'sp'; 0 if 'pc' is no return from a signal.  'pc' is readable.
 */
static inline uintptr_t gp_frame_signal(uintptr_t pc, uintptr_t sp)
{
	return gp_returns_from_signal(pc) ? sp + sizeof(siginfo_t) : 0;
}

/* Whether a call ends at 'pc': bl or blr, with or without authentication. */
static inline bool gp_frame_after_call(uintptr_t pc)
{
	uint32_t code = ((const uint32_t *)pc)[-1];

	return pc % 4 == 0 && (code >> 26 == 0x25 || (code & 0xfefff000u) == 0xd63f0000u);
}

/* Where the cold part of a prologue goes back to: it is within the function here. */
#define GP_COLD_BYTES 0
static inline uintptr_t gp_frame_cold(uintptr_t pc)
{
	(void)pc;
	return 0;
}

/* A return address without its signature (pointer authentication). */
static inline uintptr_t gp_frame_address(uintptr_t pc)
{
	return pc & (GP_ADDRESS_END - 1);
}

/* Where the direct call that ends at 'pc' goes to; 0: it is an indirect one. */
static inline uintptr_t gp_frame_target(uintptr_t pc)
{
	uint32_t code = ((const uint32_t *)pc)[-1];

	if (code >> 26 != 0x25)
		return 0;
	return pc - 4 + (uintptr_t)((intptr_t)(int32_t)(code << 6) >> 4);
}

/* Bytes of code that gp_frame_slot looks at. */
#define GP_STUB_BYTES 12

/*
 * From where an entry of a PLT takes the address it jumps to: adrp x16, PAGE;
 * ldr x17, [x16, OFFSET].  0: it is none.
 */
static inline uintptr_t gp_frame_slot(uintptr_t stub)
{
	const uint32_t *p = (const uint32_t *)stub;
	uintptr_t page;

	if (p[0] == 0xd503245fu)
		p++; /* bti c */
	if ((p[0] & 0x9f00001fu) != 0x90000010u || (p[1] & 0xffc003ffu) != 0xf9400211u)
		return 0;
	page = (p[0] >> 5 & 0x7ffffu) << 2 | (p[0] >> 29 & 3u);
	page = (uintptr_t)((intptr_t)(page << 43) >> 43) << 12;
	return ((uintptr_t)p & ~(uintptr_t)0xfff) + page + (p[1] >> 10 & 0xfffu) * 8;
}

#endif
