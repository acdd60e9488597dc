# Arguments pushed for a call, and what takes them away, are C and not P.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 30 1.000
# CHECK: P 30 1.000
# CHECK: C 40 1.000

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	.cfi_startproc
	pushq %rbx		# SAMPLE: work 15
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	imulq %rsi, %rdi
align:				# SAMPLE: align 5
	subq $8, %rsp
	.cfi_def_cfa_offset 24
	imulq %rsi, %rdi
push:				# SAMPLE: push 15
	pushq %rdi
	.cfi_adjust_cfa_offset 8
	call other
clean:				# SAMPLE: clean 20
	addq $16, %rsp
	.cfi_adjust_cfa_offset -16
	imulq %rax, %rbx	# SAMPLE: body 30
body = . - 4
	testq %rbx, %rbx
	jne work
	call other
pop:				# SAMPLE: pop 15
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
	END work

	BEGIN other
	retq
	END other
