// The { of a member function that begins with a loop is executed as often as the function is called, without optimisation too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 0 1 2; do env GPROF_PASS=count=blocks %gclangxx -g -O$o %s -o a.$o && env GPROF_OPTIONS=rate=0 ./a.$o && %gprof annotate -b --limit=0 lines-begin-loop.cpp a.$o | FileCheck %s || exit 1; done
static volatile int sink;

struct counter {
	int n;

	[[gnu::noinline]] int up()
	{ // up CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}{ // up
		while (n < 5) {
			sink = n;
			n++;
		}
		return n;
	}

	[[gnu::noinline]] void forever()
	{ // forever CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}{ // forever
		for (;;) {
			if (n-- == 0)
				break;
			sink = n;
		}
	}
};

int main()
{
	for (int i = 0; i < 10; i++) {
		counter c{ i % 3 };

		sink = c.up();
		c.forever();
	}
	return 0;
}
