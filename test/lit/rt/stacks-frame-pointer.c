/* A stack is whole at every instruction of a function with a frame pointer, at its return too. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for how in -O0 "-O2 -fno-omit-frame-pointer" "-O2 -fno-omit-frame-pointer -fPIE -pie"; do \
// RUN:   rm -f *.gprof; %gclang $how %s -o a.out && GPROF_OPTIONS=rate=10000 ./a.out || exit 1; \
// RUN:   %readprofile --stacks a.out.*.gprof > stacks && FileCheck %s < stacks || exit 1; \
// RUN: done
// CHECK-NOT: {{ cut .*(get|set|sum)}}
// CHECK: main;run;{{get|set}}
// CHECK-NOT: {{ cut .*(get|set|sum)}}

struct pair {
	int a, b;
};

__attribute__((noinline)) int get(volatile struct pair *p)
{
	return p->a;
}

__attribute__((noinline)) void set(volatile struct pair *p, int a)
{
	p->b = a;
}

/* Registers are saved beside the frame pointer. */
__attribute__((noinline)) int sum(int n)
{
	return n < 2 ? n : sum(n - 1) + sum(n - 2);
}

__attribute__((noinline)) int run(volatile struct pair *p)
{
	for (int i = 0; i < 100000000; i++)
		set(p, get(p) + 1);
	return sum(30);
}

int main(void)
{
	volatile struct pair p = { 0, 0 };

	return run(&p) == 0;
}
