// Local functions with a '.' or '$' in their names are functions; GNU gprof charges them to their neighbours.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O1 -fno-pic -no-pie %s -o program
// RUN: nm program | sed -n 's/ [tT] / /;s/^0*\([0-9a-f]* [a-z].*\)/\1/p' > nm
// RUN: %python -c "import sys; n={l.split()[1]: int(l.split()[0],16) for l in open('nm') if len(l.split())==2}; print('hist %d %d 1024 100 %d=40 %d=2' % (n['before'], n['before']+4096, (n['my\$func']-n['before'])//4, 0)); print('arc %d %d 7' % (n['main'], n['my\$func'])); print('arc %d %d 5' % (n['main'], n['run.cold'])); print('arc %d %d 1' % (n['main'], n['before']))" | tee lines | %mkgmon gmon
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
