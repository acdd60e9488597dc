/* Garbage in the frame pointer does no harm; where the tables do not tell, the walk is cut. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O1 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=10000 ./a.out
// RUN: %readprofile --stacks a.out.*.gprof | FileCheck %s --check-prefixes=CHECK,O1 --implicit-check-not="?"
// RUN: %gclang -O0 %s -o b.out
// RUN: env GPROF_OPTIONS=rate=10000 ./b.out
// RUN: %readprofile --stacks b.out.*.gprof | FileCheck %s --check-prefixes=CHECK,O0 --implicit-check-not="?"
// O1-DAG: - {{.*}}main;calls;leaf
// O0-DAG: cut calls;leaf
// CHECK-DAG: cut {{.*}}tables


#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* spins n times with rbp = garbage; leaf is left at once, tables has pushed before */
void leaf(uint64_t garbage, uint64_t n);
void tables(uint64_t garbage, uint64_t n);
__asm__(".text\n"
	".type leaf, @function\n"
	"leaf:\n\t"
	"movq %rbp, %rax\n\t"
	"movq %rdi, %rbp\n"
	"1:\tdecq %rsi\n\t"
	"jnz 1b\n\t"
	"movq %rax, %rbp\n\t"
	"ret\n\t"
	".size leaf, . - leaf\n\t"
	".type tables, @function\n"
	"tables:\n\t"
	"pushq %rbp\n\t"
	"pushq %rdi\n\t"
	"movq %rdi, %rbp\n"
	"1:\tdecq %rsi\n\t"
	"jnz 1b\n\t"
	"popq %rdi\n\t"
	"popq %rbp\n\t"
	"ret\n\t"
	".size tables, . - tables\n");

/* At -O0 its unwind table says CFA = rbp + 16, which garbage is not. */
__attribute__((noinline)) void calls(uint64_t garbage)
{
	leaf(garbage, 2000000);
	tables(garbage, 2000000);
}

int main(void)
{
	uint64_t page = (uint64_t)mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t here = (uint64_t)&page;
	uint64_t garbage[] = { 0,	       8,		 1,
			       ~0ull,	       ~0ull << 12,	 1ull << 63,
			       0x7ffffffff000, 0x7fffffffeff8,	 page,
			       page + 4088,    (uint64_t)main,	 (uint64_t)malloc(64),
			       here,	       here + 3,	 here - 65536,
			       here + 4096,    here + (1 << 24), 0xffffffffff600000 };

	for (unsigned i = 0; i < 10 * sizeof(garbage) / sizeof(*garbage); i++)
		calls(garbage[i % (sizeof(garbage) / sizeof(*garbage))]);
	return 0;
}
