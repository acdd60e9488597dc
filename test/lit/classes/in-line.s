# Code of a leaf without a frame is X, its return alone is C.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 90 1.000 0.09 90.00 in-line code
# CHECK: P 0
# CHECK: C 10 1.000 0.01 10.00
# CHECK: 0.10 100.00 total
# CHECK: 100.00 0.10 90.0 10.0 work

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	.cfi_startproc
	movq %rdi, %rax		# SAMPLE: work 40
	movq %rax, -8(%rsp)	# in the red zone
loop:				# SAMPLE: loop 30
	addq %rsi, %rax
	decq %rdx
	jne loop
	xorl %edi, %edi
last:				# SAMPLE: last 20
	addq -8(%rsp), %rax
return:				# SAMPLE: return 10
	retq
	.cfi_endproc
	END work
