// A jump table is read whose base one register gives another; not one that comes back from a call, or by an instruction that is no copy.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -O1 -fPIC -S %s -o as-is.s
// RUN: sed 's/leaq.*LJTI0_[01](%rip), \(%r[a-z0-9]*\)/&\n\tmovq \1, %r11\n\tnop\n\tmovq %r11, \1/' as-is.s > copied.s
// RUN: sed 's/leaq.*LJTI0_[01](%rip), \(%r[a-z0-9]*\)/&\n\txchgq \1, \1/' as-is.s > exchanged.s
// RUN: sed 's/leaq.*LJTI0_[01](%rip), \(%r[a-z0-9]*\)/&\n\tmovq \1, %r11\n\tcallq __multi3\n\tmovq %r11, \1/' as-is.s > called.s
// RUN: sed 's/leaq.*LJTI0_[01](%rip), \(%r[a-z0-9]*\)/&\n\tmovq %rax, %r11\n\tmovq \1, -8(%rsp)\n\tmovq \1, %rax\n\tcmpxchgq \1, -8(%rsp)\n\tmovq %rax, \1\n\tmovq %r11, %rax/' as-is.s > compared.s
// RUN: grep 'movq.*%r11, %r' copied.s
// RUN: grep 'cmpxchgq' compared.s
// RUN: grep 'movq.*%r11, %r' called.s
// RUN: grep 'xchgq' exchanged.s
// RUN: %gclang copied.s -o copied
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=copied.gprof ./copied
// RUN: %build/bin/print_executions copied copied.gprof | FileCheck %s
// RUN: %gclang called.s -o called
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=called.gprof ./called
// RUN: %build/bin/print_executions called called.gprof | FileCheck --check-prefix=OTHER %s
// RUN: %gclang exchanged.s -o exchanged
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=exchanged.gprof ./exchanged
// RUN: %build/bin/print_executions exchanged exchanged.gprof | FileCheck --check-prefix=OTHER %s
// RUN: %gclang compared.s -o compared
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=compared.gprof ./compared
// RUN: %build/bin/print_executions compared compared.gprof | FileCheck --check-prefix=OTHER %s
// CHECK: {{ 400 exact run movsxd}}
// CHECK: {{ 68 exact run movsxd}}
// OTHER: {{ [0-9]+\.\.[0-9]+ between run movsxd}}
// The tool takes it for granted that a function of this name comes back.
__asm__(".type __multi3, @function\n__multi3: ret\n.size __multi3, 1");

static volatile int sink;

__attribute__((noinline)) static int other(int x)
{
	sink += x;
	return sink % 7;
}

// Of another table, whose entries a jump that is not understood might lead to.
static inline __attribute__((always_inline)) int last(int kind, int a)
{
	switch (kind) {
	case 0:
		return other(a) + 1;
	case 1:
		return other(3) * a;
	case 2:
		sink = 3;
		return other(a - 1);
	case 3:
		return sink ^ other(9);
	default:
		return a;
	}
}

__attribute__((noinline)) int run(const unsigned char *code, int a)
{
	for (;; code++) {
		switch (*code) {
		case 0:
			a = other(a);
			sink = 1;
			break;
		case 1:
			a = other(a + 1);
			break;
		case 2:
			a ^= other(2);
			sink += 4;
			break;
		case 3:
			a += other(a) * 3;
			sink = 9;
			break;
		case 4:
			return last(code[1], a);
		}
	}
}

int main(void)
{
	for (int i = 0; i < 100; i++)
		run((const unsigned char[]){ 0, 1, 3, 4, i % 6 }, i);
	return 0;
}
