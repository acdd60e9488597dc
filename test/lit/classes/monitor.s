# Counts, the test of the thread and its branch are M, in the row of the function that counts; what it calls to count is <profiler>.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 71 1.000
# CHECK: M 29 1.000
# CHECK: 91.00 0.09 78.0 22.0 work
# CHECK: 9.00? 0.01 100.0 <profiler>

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	.cfi_startproc
test:				# SAMPLE: test 5
	cmpb $0, %fs:-16
branch:				# SAMPLE: branch 5
	je cold
entry:				# SAMPLE: entry 7
1:	incq %gs:counter_work(%rip)
body:				# SAMPLE: body 41
	imulq %rsi, %rdi
guard:				# SAMPLE: guard 30
	cmpb $0, %fs:40
	je 2f
site:				# SAMPLE: site 3
	incq %gs:counter_work+8(%rip)
2:	retq
	.cfi_endproc
	END work
cold:	leaq 1b(%rip), %r11	# SAMPLE: cold 2
	jmp enter

	.type __gprof_enter_gs, @function
enter:				# SAMPLE: enter 3 below entry
__gprof_enter_gs:
	nop
inside:				# SAMPLE: libc 4 below entry inside
	jmpq *%r11
	.size __gprof_enter_gs, . - __gprof_enter_gs
