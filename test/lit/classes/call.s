# A call is C, with the moves of its arguments before it and of its result after it.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 30 1.000
# CHECK: C 70 1.000

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	.cfi_startproc
	imulq %rsi, %rdi	# SAMPLE: work 10
arguments:			# SAMPLE: arguments 10
	movq %rbx, %rsi
address:			# SAMPLE: address 10
	leaq 8(%rsp), %rdx
zero:				# SAMPLE: zero 10
	xorl %ecx, %ecx
reload:				# SAMPLE: reload 10
	movq 16(%rsp), %r8
	incq %gs:counter_work(%rip)
	movaps %xmm3, %xmm0
call:				# SAMPLE: call 10
	call other
result:				# SAMPLE: result 10
	movq %rax, %rbx
after:				# SAMPLE: after 20
	addq %rbx, %rax
return:				# SAMPLE: return 10
	retq
	.cfi_endproc
	END work

	BEGIN other
	retq
	END other
