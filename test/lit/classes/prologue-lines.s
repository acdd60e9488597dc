# All up to the line table's prologue_end, and from its epilogue_begin on, is P.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %assembled
# RUN: %classes | FileCheck %s
# CHECK: X 30 1.000
# CHECK: P 60 1.000
# CHECK: C 10 1.000

	.include "record.s"
	.globl _start
_start:	call work

	.file 1 "work.c"
	BEGIN work
	.cfi_startproc
	.loc 1 1 0
	movl %edi, -4(%rsp)	# SAMPLE: work 40
	.loc 1 2 1 prologue_end
body:				# SAMPLE: body 30
	imull -4(%rsp), %esi
	.loc 1 3 1 epilogue_begin
end:				# SAMPLE: end 20
	movl %esi, %eax
return:				# SAMPLE: return 10
	retq
	.cfi_endproc
	END work

	.section .debug_abbrev, "", @progbits
	.byte 1, 17, 0		# compile_unit, no children
	.byte 16, 23, 17, 1, 18, 1, 0, 0 # stmt_list, low_pc, high_pc: addresses
	.byte 0
	.section .debug_info, "", @progbits
	.long unit_end - unit
unit:	.short 4
	.long .debug_abbrev
	.byte 8, 1
	.long .debug_line
	.quad _start
	.quad text_end
unit_end:
	.text
text_end:
	.section .debug_line, "", @progbits
