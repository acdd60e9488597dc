# Code without a record is L, in the row of the instrumented function that called there.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 30 1.000
# CHECK: L 60 1.000
# CHECK: C 10 1.000
# CHECK: 10.00 % without a known instrumented caller
# CHECK: 60.00 0.06 50.0 50.0 work
# CHECK: 30.00 0.03 33.3 66.7 other

	.include "record.s"
	.globl _start
_start:	call work
	call other

	.type plain, @function
plain:	pushq %rbx		# SAMPLE: plain 10 below in_work
inner:	imulq %rsi, %rdi	# SAMPLE: inner 10 below in_other
	popq %rbx
	retq
	.size plain, . - plain

	BEGIN work
	imulq %rsi, %rdi	# SAMPLE: work 30
	call plain
in_work:			# SAMPLE: libc 20 below in_work
	retq
	END work

	BEGIN other		# SAMPLE: other 10
	call plain
in_other:			# SAMPLE: libc 10 below in_other nobody
	retq
	END other

	.type nobody, @function
	retq
nobody:	retq			# SAMPLE: libc 10
	.size nobody, . - nobody
