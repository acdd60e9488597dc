# A jump to another function is C, with its arguments; one by a table, or to a part split off, is X.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 50 1.000
# CHECK: C 50 1.000

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	.cfi_startproc
	cmpq $3, %rdi
	ja 3f
	leaq table(%rip), %rcx
	movslq (%rcx,%rdi,4), %rax
	addq %rcx, %rax
switch:				# SAMPLE: switch 20
	jmpq *%rax
1:	jmp other		# SAMPLE: tail 20
tail = 1b
2:	movq %rbx, %rdi		# SAMPLE: move 10
move = 2b
by_register:			# SAMPLE: by_register 10
	movq (%rdi), %rax
pointer:			# SAMPLE: pointer 10
	jmpq *8(%rax)
3:	testq %rdi, %rdi
conditional:			# SAMPLE: conditional 10
	je other
split:				# SAMPLE: split 10
	jmp work.cold
back:
	retq
	.cfi_endproc
	END work

	.type work.cold, @function
work.cold:			# SAMPLE: work.cold 10
	imulq %rdi, %rdi
	imulq %rdi, %rdi
home:				# SAMPLE: home 0
	jmp back
	.size work.cold, . - work.cold

	BEGIN other
	retq
	END other

	.section .rodata
	.p2align 2
table:	.long 1b - table, 2b - table, 1b - table, 2b - table
