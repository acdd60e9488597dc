# Without unwind tables P is not known: its time is in X, and a line says how much that may be.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 45 1.000
# CHECK: P 0
# CHECK: C 5? 1.000
# CHECK: 0.05 100.00 total
# CHECK: 60.00 % in functions without unwind tables: their P is not known and is in X
# CHECK: 60.00 0.03 83.3 16.7 work
# CHECK: 40.00 0.02 100.0 other

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	pushq %rbx		# SAMPLE: work 15
	imulq %rsi, %rdi
pop:				# SAMPLE: pop 10
	popq %rbx
return:				# SAMPLE: return 5
	retq
	END work

	BEGIN other
	.cfi_startproc
	imulq %rsi, %rdi	# SAMPLE: other 20
	retq
	.cfi_endproc
	END other
