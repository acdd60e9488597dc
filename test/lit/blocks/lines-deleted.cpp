// The line of a virtual destructor counts objects that were destroyed, and not once more those that were deleted, at each level; where the compiler calls the base's instead it has no number.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 0 1 2; do env GPROF_PASS=count=blocks %gclangxx -g -O$o %s -o a.$o && env GPROF_OPTIONS=rate=0 ./a.$o && %gprof annotate -b --limit=0 lines-deleted.cpp a.$o | FileCheck --check-prefixes=CHECK,O$o %s || exit 1; done
// RUN: %gprof export --format=lcov a.0 > lcov
// RUN: grep "^DA:$(grep -n "^[[:space:]]virtual ~base" %s | cut -d: -f1),8$" lcov
// RUN: %gprof export --format=lcov a.2 > lcov
// RUN: not grep "^DA:$(grep -n "^[[:space:]]~derived" %s | cut -d: -f1)," lcov
static volatile int sink;

struct base {
	virtual ~base() { sink = 1; } // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +8 +}}virtual
};

struct derived : base {
	~derived() {} // O0-DAG: {{^ +}}[[#@LINE]]{{ +5 +}}~derived
};

namespace named {
/* Not what deletes an object, though its name for the linker ends like that. */
[[gnu::noinline]] static void D0() { sink = 2; } // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +3 +}}{{.*}}D0()
}

[[gnu::noinline]] static void forget(base *b)
{
	delete b;
}

int main()
{
	for (int i = 0; i < 3; i++) {
		forget(new base);
		forget(new derived);
		named::D0();
	}
	for (int i = 0; i < 2; i++)
		derived d;
	return 0;
}
// O1-NOT: {{^ +[0-9]+ +[0-9]+ +}}~derived
// O2-NOT: {{^ +[0-9]+ +[0-9]+ +}}~derived
