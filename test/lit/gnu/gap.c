// Code without a symbol is unknown; GNU gprof charges it to the function before it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O1 -fno-pic -no-pie %s -o program
// RUN: %mkgmon gmon --program program < %s
// hist before before+4096 1024 100 0=1 64=3
// arc before+260 before 1
// RUN: %gprof gprof -b program gmon | FileCheck %s --check-prefix=RIGHT
// RIGHT:      {{^}} 75.00{{.*}} <unknown at 0x[[AT:[0-9a-f]+]]>{{$}}
// RIGHT-NEXT: {{^}} 25.00 {{.*}}        1    10.00    10.00  before{{$}}
// RIGHT:      1/1           <unknown at 0x[[AT]]> [1]
// RUN: %gprof gprof -b --gnu-exact program gmon | FileCheck %s --check-prefix=GNU
// GNU:     {{^}}100.00      0.04     0.04{{.*}} before{{$}}
// GNU-NOT: unknown
asm(".text\n"
    ".balign 16\n.globl before\n.type before,@function\nbefore: .skip 64,0xcc\n.size before, 64\n"
    ".skip 448,0xcc\n"
    ".globl after\n.type after,@function\nafter: .skip 64,0xcc\n.size after, 64\n");

int main(void)
{
	return 0;
}
