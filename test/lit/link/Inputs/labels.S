/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions with a type, with a size, with neither; a label inside one that has a
   size, and one that its name gives to the function before it. */
#ifdef __aarch64__
#define LOOP(n) mov w1, n * 30; lsl w1, w1, 16; 1: subs w1, w1, 1; b.ne 1b
#define RETURN ret
#define CALL(f) stp x29, x30, [sp, -16]!; bl f; ldp x29, x30, [sp], 16
#else
#define LOOP(n) movl $n * 1966080, %ecx; 1: subl $1, %ecx; jnz 1b
#define RETURN ret
#define CALL(f) subq $8, %rsp; call f; addq $8, %rsp
#endif
	.text
	.globl	typed
	.type	typed, %function
typed:
	LOOP(1)
	RETURN
	.globl	bare
bare:
	LOOP(1)
bare.loop:
	LOOP(1)
	RETURN
local:
	LOOP(3)
	RETURN
	.globl	sized
	.type	sized, %function
sized:
	CALL(local)
inside:
	LOOP(2)
	RETURN
	.size	sized, . - sized
	.section .note.GNU-stack, "", %progbits
