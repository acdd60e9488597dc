# A frame that is made on one way only, and undone in two places, is P wherever that stands.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 40 1.000
# CHECK: P 50 1.000
# CHECK: C 10 1.000

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	.cfi_startproc
	testq %rdi, %rdi	# SAMPLE: work 30
	je early
	imulq %rsi, %rdi
make:				# SAMPLE: make 20
	pushq %rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
body:				# SAMPLE: body 10
	movq %rdi, %rbx
	cmpq %rsi, %rbx
	je other
undo:				# SAMPLE: undo 20
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
other:
	.cfi_def_cfa_offset 16
	imulq %rsi, %rbx
again:				# SAMPLE: again 10
	popq %rbx
	.cfi_def_cfa_offset 8
early:				# SAMPLE: early 10
	retq
	.cfi_endproc
	END work
