/* A landing pad that only goes on with the exception is not said to have run never. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: env GPROF_PASS=count=blocks %gclangxx -O2 -g %s -o a.out
// RUN: env GPROF_FILE=a.gprof GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate --asm thrower a.out a.gprof > a.txt
// RUN: grep _Unwind_Resume a.txt > resume.txt && FileCheck %s < resume.txt

#include <string>

static volatile int sink;

__attribute__((noinline)) static void thrower(int n)
{
	throw std::string(n & 1 ? "odd" : "even");
}

// CHECK-NOT: ~0
// CHECK:     54
// CHECK-NOT: ~0
int main()
{
	for (int i = 0; i < 54; i++) {
		try {
			thrower(i);
		} catch (const std::string &s) {
			sink = sink + static_cast<int>(s.size());
		}
	}
	return 0;
}
