// A function that was never called was not executed; GNU gprof counts its line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O0 -g %s -o program
// RUN: %mkgmon gmon --program program < %s
// arc main work 3
// RUN: %gprof gprof -A program gmon | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}} 3 Executable lines
// RIGHT: {{^}} 1 Lines executed
// RUN: %gprof gprof -A --gnu-exact program gmon | FileCheck %s --check-prefix=GNU
// GNU: {{^}} 3 Executable lines
// GNU: {{^}} 3 Lines executed
int work(int n) { return n + 1; }
int idle(int n) { return n + 2; }
int main(void) { return work(-1); }
