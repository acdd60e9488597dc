# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# run calls get and put.  What calls of get cost: 20 and 10 in run, 60, 30 and 30 in get.

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
ready:				# SAMPLE: ready 20 below started
	movq %rbx, %rdi
	call get
got:	movq %rax, %rbx		# SAMPLE: got 10 below started
	imulq %rbx, %rbx
	call put		# SAMPLE: putting 40 below started
	.set putting, . - 5
done:	jne loop
	popq %rbx
	.cfi_adjust_cfa_offset -8
	retq
	.cfi_endproc
	END run

	BEGIN get
	.cfi_startproc
	pushq %rbp		# SAMPLE: get 60 below started got
	.cfi_adjust_cfa_offset 8
	.cfi_offset %rbp, -16
body:	imulq %rdi, %rdi	# SAMPLE: body 400 below started got
	imulq %rdi, %rdi
leave:	popq %rbp		# SAMPLE: leave 30 below started got
	.cfi_adjust_cfa_offset -8
return:	retq			# SAMPLE: return 30 below started got
	.cfi_endproc
	END get

	BEGIN put		# SAMPLE: put 160 below started done
	imulq %rdi, %rdi
	retq
	END put
