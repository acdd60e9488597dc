// AArch64: pairs of registers stored and loaded beside the frame are P, moves before bl are C, counting is M.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: aarch64-cross, lld
// RUN: %clang --target=aarch64-linux-gnu -fuse-ld=lld -nostdlib -no-pie -Wl,--build-id -Wl,--image-base=0x400000 -I %source/test/lit/classes/Inputs %s -o program
// RUN: %python %source/test/tools/sampled.py %s program program.1.gprof
// RUN: %classes | FileCheck %s
// CHECK: X 20 1.000
// CHECK: P 30 1.000
// CHECK: C 30 1.000
// CHECK: S 10 1.000
// CHECK: M 10 1.000
// CHECK: 100.00 0.10 20.0 30.0 30.0 10.0 10.0 work

	.include "record.s"
	.globl _start
_start:	bl work

	BEGIN work
	.cfi_startproc
	bti c				// SAMPLE: work 5
push:					// SAMPLE: push 5
	stp x29, x30, [sp, #-32]!
	.cfi_def_cfa_offset 32
save:					// SAMPLE: save 5
	stp x20, x19, [sp, #16]
set:					// SAMPLE: set 5
	mov x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mrs x16, tpidr_el0		// SAMPLE: count 10
	add x16, x16, #0, lsl #12
	ldr x16, [x16, #16]
	adrp x17, counter_work
count:
	add x17, x17, :lo12:counter_work
	add x16, x16, x17
9:	ldxr x17, [x16]
	add x17, x17, #1
	stxr w15, x17, [x16]
	cbnz w15, 9b
body:					// SAMPLE: body 10
	mul x19, x0, x1
	mov x0, x19			// SAMPLE: move 10
move = . - 4
	bl other			// SAMPLE: call 5
call = . - 4
	mov x20, x0			// SAMPLE: result 5
result = . - 4
	svc #0				// SAMPLE: kernel 10
kernel = . - 4
	cbz x20, 1f
	adr x8, table
	ldrb w9, [x8, x20]
	adr x10, 1f
	add x10, x10, x9, lsl #2
	br x10				// SAMPLE: switch 10
switch = . - 4
1:	.cfi_def_cfa wsp, 32
	ldp x20, x19, [sp, #16]		// SAMPLE: load 5
load = . - 4
	ldp x29, x30, [sp], #32		// SAMPLE: pop 5
pop = . - 4
	.cfi_def_cfa_offset 0
	ret				// SAMPLE: return 10
return = . - 4
	.cfi_endproc
	END work

	BEGIN other
	ret
	END other
table:	.zero 8
