// What an exception passes on its way to a handler is no line's, at each level: not that of the end of a scope, nor of a handler of another type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 0 1 2; do env GPROF_PASS=count=blocks %gclangxx -g -O$o %s -o a.$o && env GPROF_OPTIONS=rate=0 ./a.$o && %gprof annotate -b --limit=0 lines-exception.cpp a.$o | FileCheck %s || exit 1; done
static volatile int sink;

struct held {
	int n;
	[[gnu::noinline]] explicit held(int k) : n(k)
	{
		sink = k;
		if (k == 1)
			throw 1;
		if (k == 2)
			throw 2L;
	}
	[[gnu::noinline]] ~held() { sink = 0; }
};

/* Of 12, 3 throw an int, and 3 what is not caught here. */
[[gnu::noinline]] static int caught(int n)
{
	try {
		held h(n);
		sink = 1;       // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +6 +}}sink = 1;
	} catch (const int &i) {
		sink = i;       // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +3 +}}sink = i;
	}
	sink = 2;               // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +9 +}}sink = 2;
	return n;
}

/* Of 12, 6 throw an int, and 6 what is not caught here. */
[[gnu::noinline]] static bool fails(int n)
{
	try {
		held h(n);
		return false;   // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +0 +}}return false;
	}                       // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +6 +[}]}}
	catch (const int &) {
		return true;    // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +6 +}}return true;
	}
}                               // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +6 +[}]}}

int main()
{
	for (int i = 0; i < 12; i++) {
		try {
			sink = caught(i % 4);
		} catch (long) {
		}
		try {
			sink = fails(1 + i % 2);
		} catch (long) {
		}
	}
	return 0;
}
