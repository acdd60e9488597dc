// In compiled code every count is M, and what is around a call is as the compiler made it; at each level.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: %gclang -O2 %s -o program && %instructions program work add > list
// RUN: FileCheck %s < list
// RUN: grep '%gs:' list > counts && not grep -v '^  M ' counts
// RUN: %gclang -O2 -fPIC -pie %s -o shared && %instructions shared work > list
// RUN: FileCheck --check-prefix=PIC %s < list
// RUN: env GPROF_PASS=mode=call %clang -fpass-plugin=%plugin -O2 %s -o call && %instructions call work > list
// RUN: FileCheck --check-prefix=CALL %s < list
// CHECK: work:
// CHECK: P pushq
// CHECK: M {{(incq|addq).*}}%gs:
// CHECK: C {{.*}}, %e{{[sd]}}i
// CHECK: C callq {{.*}}add
// CHECK: P popq
// CHECK: C retq
// CHECK: add:
// CHECK-NOT: {{^  P }}
// CHECK: X {{(imull|leal|addl|movl).*}}
// CHECK: C retq
// PIC: P pushq
// PIC: M leaq
// PIC: M {{incq|addq}}
// PIC: C callq
// PIC: C retq
// CALL: M callq {{.*}}__fentry__
// CALL: P pushq
// CALL: C callq {{.*}}add

__attribute__((noinline)) int add(int a, int b)
{
	__asm__ volatile("" : "+r"(a));
	return a * b;
}

__attribute__((noinline)) int work(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += add(i + sum, n);
	return sum;
}

int main(int argc, char **argv)
{
	(void)argv;
	return work(argc) != 0;
}
