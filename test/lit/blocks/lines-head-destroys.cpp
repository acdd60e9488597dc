// The head of an endless loop in the scope of a variable with a destructor is executed as often as rounds begin, at each level.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 0 1 2; do env GPROF_PASS=count=blocks %gclangxx -g -O$o %s -o a.$o && env GPROF_OPTIONS=rate=0 ./a.$o && %gprof annotate -b --limit=0 lines-head-destroys.cpp a.$o | FileCheck %s || exit 1; done
static volatile int sink;
struct held {
	int n;
	held(int k) : n(k) {}
	~held() { sink = n; }
};

[[gnu::noinline]] static int outside(int n)
{
	held h(n);

	while (true) { // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +60 +}}while
		sink = n;
		if (n++ == 5)
			break;
		sink = n;
	}
	return n;
}

[[gnu::noinline]] static int once(int n)
{
	held h(n);

	while (true) { // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}while
		for (int i = 0; i < 3; i++) {
			held inner(i);

			sink = n;
		}
		if (n < 5)
			break;
		sink = n;
	}
	return n;
}

[[gnu::noinline]] static int both(int n)
{
	held h(n);

	while (1) { // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +60 +}}while
		held inner(n);

		if (n++ == 5)
			return n;
		if (n == 3)
			continue;
		sink = n;
	}
}

int main()
{
	for (int i = 0; i < 10; i++) {
		sink = outside(0);
		sink = once(0);
		sink = both(0);
	}
	return 0;
}
