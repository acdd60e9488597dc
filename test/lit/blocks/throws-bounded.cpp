// Where calls may throw and did not, what would follow an exception is bounded by the calls that did not return: at most 16 here.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: GPROF_PASS=count=blocks %gclangxx -O2 -g %s -o a.out && GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof report -b --measure=instructions a.out | FileCheck %s
// CHECK: a.out: {{[0-9.]+}} instructions executed
// CHECK-NOT: >=

#include <vector>

int main()
{
	std::vector<int> v;
	unsigned seed = 1;

	for (int i = 0; i < 20000; i++)
		v.push_back((seed = seed * 1103515245u + 12345u) >> 8);
	return v[100] == 0;
}
