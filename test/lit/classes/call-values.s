# What computes an argument, or loads it from data, is X: it would be there without the call.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 60 1.000
# CHECK: C 40 1.000

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	.cfi_startproc
	movq %rbx, %rsi		# SAMPLE: work 10
	movq %rsi, (%rbp)	# it is used: no argument yet
base:				# SAMPLE: base 10
	movq 8(%rsp), %rax
load:				# SAMPLE: load 10
	movq 8(%rax), %rdi
sum:				# SAMPLE: sum 20
	leaq 1(%rbx), %rsi
move:				# SAMPLE: move 20
	movq %rbx, %rdx
call:				# SAMPLE: call 20
	call other
store:				# SAMPLE: store 10
	movq %rax, (%rbx)
	retq
	.cfi_endproc
	END work

	BEGIN other
	retq
	END other
