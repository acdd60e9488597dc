# The classes add up to the total: with the handler's own time, and time that no sample tells of.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# RUN: %gprof report --classic -b --no-head --flat --no-uncalled program | FileCheck --check-prefix=FLAT %s
# CHECK: X 80 1.000 0.08 80.00
# CHECK: M 0 0.02 20.00
# CHECK: 0.10 100.00 total
# CHECK: 80.00 0.08 100.0 work
# CHECK: 20.00 0.02 100.0 <profiler>
# FLAT: 80.00 0.08 0.08 work
# FLAT: 20.00 0.10 0.02 <profiler>
# THREAD: 20

	.include "record.s"
	.globl _start
_start:	call work

	BEGIN work
	imulq %rsi, %rdi	# SAMPLE: work 80
	retq
	END work
