# The call of the monitor before a prologue (mode=call) is M, and so is what it runs, which is <profiler>.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 30 1.000
# CHECK: C 20 1.000
# CHECK: M 50 1.000
# CHECK: 80.00 0.08 37.5 25.0 37.5 work
# CHECK: 20.00 0.02 100.0 <profiler>

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	.cfi_startproc
	call __fentry__		# SAMPLE: work 30
body:				# SAMPLE: body 30
	imulq %rsi, %rdi	# SAMPLE: __fentry__ 20 below body
return:				# SAMPLE: return 20
	retq
	.cfi_endproc
	END work

	.globl __fentry__
	.type __fentry__, @function
__fentry__:
	retq
	.size __fentry__, . - __fentry__
