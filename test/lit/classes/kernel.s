# Time in the kernel, and a system call in the code itself, are S; below the profiler's code M.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 10 1.000
# CHECK: L 10 1.000
# CHECK: S 60 1.000
# CHECK: M 20 1.000
# CHECK: 80.00 0.08 12.5 12.5 75.0 work
# CHECK: 20.00 0.02 100.0 <profiler>

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	imulq %rsi, %rdi	# SAMPLE: work 10
own:				# SAMPLE: own 20
	syscall
after:				# SAMPLE: after 20 kernel
	nop
	call plain
back:				# SAMPLE: plain 10 below back
	nop			# SAMPLE: plain 20 kernel below back
	jmp __gprof_unit_enter
gone:				# SAMPLE: libc 20 kernel below gone inside
	retq
	END work

	.type plain, @function
plain:	syscall
	retq
	.size plain, . - plain

	.type __gprof_unit_enter, @function
__gprof_unit_enter:
	call plain
inside:	retq
	.size __gprof_unit_enter, . - __gprof_unit_enter
