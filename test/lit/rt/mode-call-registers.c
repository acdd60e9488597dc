/* mode=call leaves a function every register that an argument can be in, known arc or new. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: GPROF_PASS=mode=call %gclang -O1 %s -o a.out && ./a.out && GPROF_FILE= ./a.out

/* Registers but r11 and rsp, in the order that call_with sets and look stores them. */
#define N 14

unsigned long found[N];

void call_with(void); /* calls monitored with 0x100, 0x101, ... in the registers */
void look(void);

/* Nothing but the monitor comes before the jump to look. */
__attribute__((noinline)) void monitored(void)
{
	look();
}

__asm__(".macro each_register do\n"
	"	.irp r, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r12, r13, r14, r15\n"
	"	\\do \\r\n"
	"	.endr\n"
	".endm\n"
	".macro set r\n"
	"	movq $value, %\\r\n"
	"	.set value, value + 1\n"
	".endm\n"
	".macro store r\n"
	"	movq %\\r, found + 8 * (value - 0x100)(%rip)\n"
	"	.set value, value + 1\n"
	".endm\n"
	"	.text\n"
	"call_with:\n"
	"	.irp r, rbx, rbp, r12, r13, r14, r15, r15\n"
	"	pushq %\\r\n"
	"	.endr\n"
	"	.set value, 0x100\n"
	"	each_register set\n"
	"	callq monitored\n"
	"	.irp r, r15, r15, r14, r13, r12, rbp, rbx\n"
	"	popq %\\r\n"
	"	.endr\n"
	"	retq\n"
	"look:\n"
	"	.set value, 0x100\n"
	"	each_register store\n"
	"	retq\n");

int main(void)
{
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < N; i++)
			found[i] = 0;
		call_with();
		for (unsigned long i = 0; i < N; i++)
			if (found[i] != 0x100 + i)
				return (int)i + 1;
	}
	return 0;
}
