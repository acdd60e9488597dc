# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
	.text
	.globl spin
	.type spin, @function
spin:
	.cfi_startproc
	leaq 1(%rdi), %rax
	ret
	.cfi_endproc
	.size spin, .-spin
	.section .note.GNU-stack, "", @progbits
