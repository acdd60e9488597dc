// Where clang only says on an exception's way that a variable's lifetime ends, the line of the scope's end is not said to have never run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclangxx -g -O1 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-scope-thrown.cpp a.out | FileCheck %s
static volatile int sink;

struct S {
	int v = 3;
};

__attribute__((noinline)) static void use(S &s)
{
	sink += s.v;
	if (s.v == 77)
		throw 1;
}

struct D {
	int k;
	D(int n) : k(n) {}
	~D() { sink -= k; }
};

__attribute__((noinline)) static void plain(int n)
{
	for (int i = 0; i < n; i++) {
		S s;
		s.v = i;
		use(s);          // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +8 .*}}use(s);
	} /* plain */     // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +((8|>=[0-9]+) +)?}}} /* plain */
}

__attribute__((noinline)) static void destroyed(int n)
{
	for (int i = 0; i < n; i++) {
		D d(i);
		S s;
		use(s);
	} /* destroyed */ // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +8 +}}} /* destroyed */
}

int main()
{
	plain(8);
	destroyed(8);
	return 0;
}
