// Local functions with a '.' or '$' in their names are functions; GNU gprof charges them to their neighbours.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O1 -fno-pic -no-pie %s -o program
// RUN: %mkgmon gmon --program program < %s
// hist before before+4096 1024 100 16=40 0=2
// arc main my$func 7
// arc main run.cold 5
// arc main before 1
// RUN: %gprof gprof -b -p program gmon | FileCheck %s --check-prefix=RIGHT
// RIGHT-DAG: {{^}} 95.24 {{.*}}        7    57.14    57.14  my$func{{$}}
// RIGHT-DAG: {{^}}  4.76 {{.*}}        1    20.00    20.00  before{{$}}
// RIGHT-DAG: {{^}}  0.00 {{.*}}        5     0.00     0.00  run.cold{{$}}
// RUN: %gprof gprof -b -p --gnu-exact program gmon | FileCheck %s --check-prefix=GNU
// GNU:     {{^}}100.00 {{.*}}       13    32.31    32.31  before{{$}}
// GNU-NOT: my$func
// GNU-NOT: run.cold
asm(".text\n"
    ".balign 16\n.globl before\n.type before,@function\nbefore: .skip 64,0xcc\n.size before, 64\n"
    ".type my$func,@function\nmy$func: .skip 64,0xcc\n.size my$func, 64\n"
    ".type run.cold,@function\nrun.cold: .skip 64,0xcc\n.size run.cold, 64\n"
    ".globl after\n.type after,@function\nafter: .skip 64,0xcc\n.size after, 64\n");

int main(void)
{
	return 0;
}
