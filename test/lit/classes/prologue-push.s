# Pushes, pops and constants added to the stack pointer are P where CFI describes the frame anew.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 60 1.000 0.06 60.00 in-line code
# CHECK: P 30 1.000 0.03 30.00
# CHECK: C 10 1.000 0.01 10.00
# CHECK: 0.10 100.00 total
# CHECK: P+C 40 1.000 0.04 40.00
# CHECK: 100.00 0.10 60.0 30.0 10.0 work

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	.cfi_startproc
push_rbx:			# SAMPLE: push_rbx 6
	pushq %rbx
	.cfi_def_cfa_offset 16
sub:				# SAMPLE: sub 4
	subq $16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
body:				# SAMPLE: body 60
	imulq %rsi, %rdi
	leaq 8(%rdi), %rbx
	movq %rbx, 8(%rsp)
	movq 8(%rsp), %rax
add:				# SAMPLE: add 12
	addq $16, %rsp
	.cfi_def_cfa_offset 16
pop:				# SAMPLE: pop 8
	popq %rbx
	.cfi_def_cfa_offset 8
return:				# SAMPLE: return 10
	retq
	.cfi_endproc
	END work
