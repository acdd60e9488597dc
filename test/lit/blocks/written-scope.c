// The end of a scope, which clang stores the way to go on for, is not its line's code where another condition stands there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O1 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b loop a.out | FileCheck %s
static volatile int sink;

__attribute__((noinline)) static void use(int *x) { sink += *x; }

__attribute__((noinline)) static int loop(int n)
{
	do {
		if (n > 10) {
			int rest = n - 10;

			if (rest == 77)
				break;
			use(&rest);
			n = rest;
		} else if (n > 5) { // CHECK: {{^ +[0-9]+ +4 .*}}else if (n > 5)
			sink++;
			break;
		} else {
			n = 100;
		}
	} while (1);
	return n;
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		sink += loop(47 + 2 * i);
	return 0;
}
