// A call returning into the 16 bytes in which its function starts is that function's; GNU gprof has it from the one before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: %clang -O1 -fno-pic -no-pie %s -o program
// RUN: %mkgmon gmon --program program < %s
// hist before before+4096 1024 100 0=1
// arc before callee 7
// RUN: %gprof gprof -b -q program gmon | FileCheck %s --check-prefix=RIGHT
// RIGHT: 7/7           caller [
// RUN: %gprof gprof -b -q --gnu-exact program gmon | FileCheck %s --check-prefix=GNU
// GNU: 7/7           before [
asm(".text\n"
    ".balign 16\n.globl before\n.type before,@function\nbefore: xor %eax, %eax\nret\n"
    ".size before, .-before\n"
    ".globl caller\n.type caller,@function\ncaller: push %rbp\ncall callee\npop %rbp\nret\n"
    ".size caller, .-caller\n"
    ".balign 16\n.globl callee\n.type callee,@function\ncallee: ret\n.size callee, .-callee\n");

int main(void)
{
	return 0;
}
