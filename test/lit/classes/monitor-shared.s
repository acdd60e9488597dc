# In code of shared objects the thread's bias and the counter's address are loaded: M, all of it.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 30 1.000
# CHECK: M 90 1.000

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	.cfi_startproc
place:				# SAMPLE: place 10
	movq __gprof_thread@gottpoff(%rip), %rax
test:				# SAMPLE: test 10
	cmpb $0, %fs:8(%rax)
	je cold
1:
bias:				# SAMPLE: bias 10
	movq %fs:(%rax), %rax
address:			# SAMPLE: address 10
	leaq counter_work(%rip), %rcx
entry:				# SAMPLE: entry 10
	incq (%rcx,%rax)
site:				# SAMPLE: site 10
	incq 8(%rcx,%rax)
	leaq counter_work(%rip), %rbx
	call other
	movq %fs:(%rdx), %rax
kept:				# SAMPLE: kept 20
	incq 8(%rbx,%rax)
	call other
own:				# SAMPLE: own 10
	movq %fs:0, %rax
field:				# SAMPLE: field 20
	incq (%rcx,%rax)
	retq
	.cfi_endproc
	END work
cold:	xorl %eax, %eax
	leaq counter_work(%rip), %r10
	leaq 1b(%rip), %r11	# SAMPLE: cold 10
	jmp other

	BEGIN other
	retq
	END other

	.section .tbss, "awT", @nobits
	.globl __gprof_thread
__gprof_thread: .zero 16
