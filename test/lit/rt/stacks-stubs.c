/* A sample in the code that counts indirect calls has the stack of the function that calls (-O2, and -O2 -fPIC, where the calls are other code). */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for how in -O2 "-O2 -fPIC"; do rm -f *.gprof; %gclang $how %s -o a.out && ./a.out || exit 1; \
// RUN:   %readprofile --stacks a.out.*.gprof > all && FileCheck %s --implicit-check-not=cut < all || exit 1; \
// RUN:   grep ';main;' all > stacks && not grep -v ';main;work' stacks || exit 1; \
// RUN: done
// CHECK: main;work;__gprof_indirect

typedef void function(void);

static volatile unsigned long sink;

#define F(n)                                                                                       \
	__attribute__((noinline)) static void f##n(void)                                           \
	{                                                                                          \
		sink += n;                                                                         \
	}
F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9)

static function *volatile table[10] = { f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 };

__attribute__((noinline)) void work(void)
{
	for (unsigned i = 0; i < 30000000; i++)
		table[i % 10]();
	sink++;
}

int main(void)
{
	work();
	sink++;
	return 0;
}
