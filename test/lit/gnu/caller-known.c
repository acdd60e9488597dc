// A file with arcs that are not at glibc's steps of 16 bytes is not glibc's: its callers are taken as they are.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: %clang -O1 -fno-pic -no-pie %s -o program
// RUN: %mkgmon gmon --program program < %s
// hist before before+4096 1024 100 0=1
// arc before callee 7
// arc caller callee 1
// RUN: %gprof gprof -b -q program gmon | FileCheck %s
// CHECK-DAG: 7/8           before [
// CHECK-DAG: 1/8           caller [
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
