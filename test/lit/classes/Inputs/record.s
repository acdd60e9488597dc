# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the plugin adds to a function: BEGIN before it, END behind it.

	.section gprof_cg, "a", @progbits
	.balign 8
module:	.short 2, 1
	.long 24, text - ., text - ., text - ., 0
	.section gprof_str, "a", @progbits
text:	.asciz "by hand"
	.text

	.macro BEGIN name
	.section gprof_str, "a", @progbits
name_\name: .asciz "\name"
	.section gprof_cnt, "aw", @progbits
	.balign 8
counter_\name: .quad 0, 0, 0, 0, 0, 0, 0, 0
	.section gprof_cg, "a", @progbits
	.balign 8
record_\name:
	.short 1, 1
	.long 48, counter_\name - ., name_\name - ., 0, 0, 8, 8, 0, module - .
	.quad 0
	.section gprof_fn, "a", @progbits
	.balign 8
	.long \name - ., record_\name - .
	.text
	.p2align 4
	.globl \name
	.type \name, @function
\name:
	.endm

	.macro END name
	.size \name, . - \name
	.endm
