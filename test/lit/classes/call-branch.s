# Moves on the other side of a branch or of another call are not a call's.
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
	movq %rbx, %rdi		# SAMPLE: work 20
	je 1f
own:				# SAMPLE: own 20
	movq %rbx, %rsi
1:	call other		# SAMPLE: call 20
call = 1b
kept:				# SAMPLE: kept 10
	movq %rbx, %r12
late:				# SAMPLE: late 10
	movq %rax, %r13
	jmp 2f
2:	movq %rax, %rbx		# SAMPLE: joined 10
joined = 2b
	call other
	jmp 3f
	call other
3:	movq %rax, %rbx		# SAMPLE: elsewhere 10
elsewhere = 3b
	retq
	.cfi_endproc
	END work

	BEGIN other
	retq
	END other
