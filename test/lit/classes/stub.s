# Stubs of the procedure linkage table are C, in the row of the function that calls by them.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %clang -nostdlib -no-pie -Wl,--build-id -I %source/test/lit/classes/Inputs %s -x none -lc -o program
# RUN: %python %source/test/tools/sampled.py %s program program.1.gprof
# RUN: %classes | FileCheck %s
# CHECK: X 70 1.000
# CHECK: C 30 1.000
# CHECK: 100.00 0.10 70.0 30.0 work

	.include "record.s"
	.globl _start
_start:	call work
	call getpid@plt

	BEGIN work
	imulq %rsi, %rdi	# SAMPLE: work 70
	call getppid@plt
back:				# SAMPLE: .plt+16 30 below back
	retq
	END work
