// Functions that a macro defines at one line have executions of their own. A template's instances have them in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclangxx -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-macro.cpp a.out | FileCheck %s
static volatile int sink;

#define STEP(name)                                    \
	struct base_##name {                          \
		int n;                                \
		base_##name() : n(3) {}               \
		virtual ~base_##name() {}             \
		[[gnu::noinline]] virtual int run();  \
	};                                            \
	struct name : base_##name {                   \
		[[gnu::noinline]] int run() override  \
		{                                     \
			return base_##name::run() + n;\
		}                                     \
	};                                            \
	int base_##name::run()

STEP(first)
{
	int sum = 0;

	for (int i = 0; i < 9; i++)
		sum += sink; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +90 +}}sum +=
	return sum;          // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}return sum;
}

/* One of the instances has no code of the last line. */
template <class T> [[gnu::noinline]] static void add(T n)
{
	sink += n;          // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +14 +}}sink += n;
	if (sizeof n > 4)
		sink -= 1;  // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(>=)?10 +}}sink -= 1;
}

int main()
{
	first f;

	for (int i = 0; i < 10; i++) {
		sink = f.run();
		add(1L);
	}
	for (int i = 0; i < 4; i++)
		add(1);
	return 0;
}
