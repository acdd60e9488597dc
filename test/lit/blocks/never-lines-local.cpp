// A range ends at lines of another function, also where --focus leaves that function out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclangxx -g -O0 %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof report -b --no-head --unexecuted --focus=mk a.out > out && FileCheck --match-full-lines %s < out
volatile int sink;
auto mk(bool dead)
{
	if (dead) {
		sink = 1; // CHECK: never-lines-local.cpp:[[#@LINE]] mk{{.*}}
		struct L {
			int go(int a)
			{
				sink = 5;
				return a + 4;
			}
		};
		sink = 2; // CHECK-NEXT: never-lines-local.cpp:[[#@LINE]]-[[#@LINE + 1]] mk{{.*}}
		return L();
	}
	throw 1;
}
// CHECK-NOT: {{.}}

int main(int c, char **)
{
	decltype(mk(true)) l;
	try {
		mk(c > 1);
	} catch (int) {
	}
	return l.go(-4);
}
