// What clang loads and nobody uses is no code of its line, without optimisation neither.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 0 1 2; do env GPROF_PASS=count=blocks %gclangxx -g -O$o %s -o a.$o && env GPROF_OPTIONS=rate=0 ./a.$o && %gprof annotate -b --limit=0 lines-unused.cpp a.$o | FileCheck %s || exit 1; done
static volatile int sink;

struct empty {
};

struct from {
	int n;
	empty e;
};

struct to : empty {
	int n;

	to(from &&o)
		: empty(static_cast<empty &&>(o.e)), // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +}}: empty(
		  n(o.n)                             // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +8 +}}n(o.n)
	{
		sink += n;
	}
};

int main()
{
	for (int i = 0; i < 8; i++) {
		to t({ i, {} });
		sink -= t.n;
	}
	return 0;
}
