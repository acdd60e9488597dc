# With a frame pointer CFI tells of its set-up only; pushes and constants around it are P too.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 50 1.000
# CHECK: P 40 1.000
# CHECK: C 10 1.000
# CHECK: 100.00 0.10 50.0 40.0 10.0 work

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	.cfi_startproc
	pushq %rbp		# SAMPLE: work 5
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
set:				# SAMPLE: set 5
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
push:				# SAMPLE: push 5
	pushq %rbx
sub:				# SAMPLE: sub 5
	subq $40, %rsp
	.cfi_offset %rbx, -24
body:				# SAMPLE: body 20
	imulq %rsi, %rdi
alloca:				# SAMPLE: alloca 20
	subq %rdi, %rsp
spill:				# SAMPLE: spill 10
	movq %rbx, -32(%rbp)
	imulq %rsi, %rdi
lea:				# SAMPLE: lea 10
	leaq -8(%rbp), %rsp
pop:				# SAMPLE: pop 5
	popq %rbx
leave:				# SAMPLE: leave 5
	popq %rbp
	.cfi_def_cfa %rsp, 8
return:				# SAMPLE: return 10
	retq
	.cfi_endproc
	END work
