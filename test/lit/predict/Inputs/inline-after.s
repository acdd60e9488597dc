# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# inline-before.s with the body of get where it was called.

	.include "record.s"
	.globl _start
_start:	call run
started:

	BEGIN run
	.cfi_startproc
	pushq %rbx		# SAMPLE: run 5 below started
	.cfi_adjust_cfa_offset 8
	.cfi_offset %rbx, -16
loop:	imulq %rbx, %rbx	# SAMPLE: loop 245 below started
body:	imulq %rbx, %rbx	# SAMPLE: body 400 below started
	imulq %rbx, %rbx
	imulq %rbx, %rbx
	call put		# SAMPLE: putting 40 below started
	.set putting, . - 5
done:	jne loop
	popq %rbx
	.cfi_adjust_cfa_offset -8
	retq
	.cfi_endproc
	END run

	BEGIN put		# SAMPLE: put 160 below started done
	imulq %rdi, %rdi
	retq
	END put
