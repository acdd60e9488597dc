// What -funique-internal-linkage-names appends to names is not printed, and names that users write match without it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclangxx -O0 -funique-internal-linkage-names %s -o a.out && nm a.out | grep '_ZL5parsei.__uniq' && GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof report --flat -b --names=full a.out | FileCheck %s
// CHECK: parse(int)
// CHECK-NOT: uniq
// RUN: %gprof report --graph -b --names=full --focus='parse(int)' a.out | FileCheck %s --check-prefix=ONE
// ONE: parse(int)
// ONE-NOT: uniq

static int parse(int x)
{
	return x + 1;
}

int main(int argc, char **argv)
{
	int n = 0;

	for (int i = 0; i < 10; i++)
		n = parse(n);
	return n != 10;
}
