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

/* A return address without its signature (pointer authentication). */
static inline uintptr_t gp_frame_address(uintptr_t pc)
{
	return pc & (GP_ADDRESS_END - 1);
}

#endif
