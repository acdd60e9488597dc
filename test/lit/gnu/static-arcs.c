// -c adds the calls that are in the code, to higher and lower addresses, tail calls and linkage tables; GNU gprof has those to higher addresses only.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: %clang -O1 -fno-pic -no-pie %s -o program
// RUN: %mkgmon gmon --program program < %s
// hist low low+4096 1024 100 0=1
// arc low low 1
// RUN: %gprof gprof -b -c -q -z program gmon > right
// RUN: sed -n '/^\[.*\] .* middle \[/,/^---/p' right | FileCheck %s --check-prefix=MIDDLE
// MIDDLE:      middle
// MIDDLE-DAG:  0/0           low [
// MIDDLE-DAG:  0/0           high [
// MIDDLE-DAG:  0/0           puts@plt [
// MIDDLE-DAG:  0/0           tail [
// MIDDLE-NOT:  constant
// RUN: %gprof gprof -b -c -q -z --gnu-exact program gmon > exact
// RUN: sed -n '/^\[.*\] .* middle \[/,/^---/p' exact | FileCheck %s --check-prefix=GNU
// GNU:      middle
// GNU-DAG:  0/0           high [
// GNU-DAG:  0/0           constant [
// GNU-NOT:  {{low|puts|tail}}
#include <stdio.h>

asm(".text\n"
    ".balign 16\n.globl low\n.type low,@function\nlow: ret\n.size low, .-low\n"
    ".balign 16\n.globl middle\n.type middle,@function\nmiddle: call low\ncall high\ncall puts@plt\n"
    // movabs of a constant with an e8, and four bytes that lead to "constant"
    "1: .byte 0x48, 0xb8, 0xe8\n.long constant - 1b - 7\n.byte 0, 0, 0\n"
    "jmp tail\n.size middle, .-middle\n"
    ".balign 16\n.globl tail\n.type tail,@function\ntail: ret\n.size tail, .-tail\n"
    ".balign 16\n.globl high\n.type high,@function\nhigh: ret\n.size high, .-high\n"
    ".balign 16\n.globl constant\n.type constant,@function\nconstant: ret\n"
    ".size constant, .-constant\n");

int main(void)
{
	return puts("");
}
