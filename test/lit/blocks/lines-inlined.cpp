// Without optimisation a line has the executions of the inlined constructors, destructors and lambdas that it calls, exceptions or not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclangxx -g %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 lines-inlined.cpp a.out | FileCheck %s
#define INLINED __attribute__((always_inline))

static volatile int sink;

[[gnu::noinline]] static void perhaps(int n)
{
	if (n == 3)
		throw n;
}

struct base {
	int items[4];
	INLINED base(int n)
	{
		for (int &item : items)
			item = n;
	}
	INLINED ~base()
	{
		for (int item : items)
			sink = item;
	}
};

struct derived : base {
	INLINED derived(int n) : base(n) {} // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
};

struct list {
	INLINED int *begin() const
	{
		for (int i = 0; i < 5; i++)
			sink = i;
		return all;
	}
	INLINED int *end() const { return all + 3; }
	int *all;
};

/* Its pads are in it, and run more often than it is entered. */
INLINED static inline int tries(int times)
{
	int caught = 0;

	for (int i = 0; i < times; i++) {
		try {
			perhaps(3);
		} catch (int n) {
			base held(n);

			caught += n;
		}
	}
	return caught;
}

INLINED static inline void passes(int n)
{
	base held(n); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}

	for (int i = 0; i < 4; i++)
		perhaps(i + n - 3); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +34 +}}
}

[[gnu::noinline]] static void call(int n)
{
	int some[3] = { 1, 2, 3 };
	auto loop = [&](int to) INLINED {
		for (int i = 0; i < to; i++)
			sink = i + n;
		return to;
	};

	derived d(n); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
	sink = loop(loop(6)); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
	for (int k : list{ some }) // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +40 +}}
		sink = k; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +30 +}}
	sink = tries(8); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
	try {
		passes(n); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
	} catch (int) { // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +4 +}}
		sink = 1; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +4 +}}
	}
}

int main()
{
	for (int i = 0; i < 10; i++)
		call(i);
	return 0;
}
