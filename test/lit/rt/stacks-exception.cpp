/* Call stacks are whole in a destructor that an exception runs, and in its handler. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclangxx -O2 %s -o a.out
// RUN: ./a.out
// RUN: %readprofile --stacks a.out.*.gprof | FileCheck %s --implicit-check-not=cut
// CHECK-DAG: - {{.*}}main;{{.*}}catches{{.*}};{{.*}}throws{{.*}};{{.*}}Guard{{.*}};burn
// CHECK-DAG: - {{.*}}main;{{.*}}catches{{.*}};burn

static volatile unsigned long sink;

extern "C" __attribute__((noinline)) void burn(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sink = sink + i;
}

struct Guard {
	__attribute__((noinline)) ~Guard()
	{
		burn(60000000);
		sink = sink + 1;
	}
};

__attribute__((noinline)) static void throws(int n)
{
	Guard g;

	if (n)
		throw n;
	sink = sink + 1;
}

__attribute__((noinline)) static void catches()
{
	try {
		throws((int)sink + 1);
	} catch (int n) {
		burn(60000000);
		sink = sink + (unsigned)n;
	}
}

int main()
{
	catches();
	sink = sink + 1;
	return 0;
}
