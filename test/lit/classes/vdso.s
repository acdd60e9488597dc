# The kernel's code in the program, the vdso, is S.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 40 1.000
# CHECK: L 20 1.000
# CHECK: S 40 1.000
# CHECK: 100.00 0.10 40.0 20.0 40.0 work

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	imulq %rsi, %rdi	# SAMPLE: work 40
	call plain
back:				# SAMPLE: vdso 40 below back inside
	retq
	END work

	.type plain, @function
plain:	call plain		# SAMPLE: plain 20 below back
inside:	retq
	.size plain, . - plain
