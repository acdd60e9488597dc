// After link-time optimisation a count is still one instruction, and stays inside the loop.
//
// REQUIRES: lld
// RUN: for l in full thin; do \
// RUN:   %gclang -O2 -flto=$l -fuse-ld=lld %s -o a.out && \
// RUN:   llvm-objdump -d --no-show-raw-insn --disassemble-symbols=loop a.out | FileCheck %s || exit 1; \
// RUN: done

#include <stdlib.h>

// CHECK-LABEL: <loop>:
// CHECK:       incq %gs:
// CHECK:       {{incq|addq \$(0x)?1,}} %gs:
// CHECK:       call{{q?}} {{.*}}<rand
// CHECK:       j{{[a-z]+}}
// CHECK:       ret
__attribute__((noinline)) int loop(int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += rand();
	return s;
}

int main(int argc, char **argv)
{
	(void)argv;
	return loop(argc) == 12345;
}
