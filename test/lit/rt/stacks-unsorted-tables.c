/* Where a library's unwind table is not sorted, or has none or too many entries, stacks are right or truncated. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls -fPIC -shared -DLIBRARY %s -o sound.so && cp sound.so l.so
// RUN: %gclang -O1 -fno-omit-frame-pointer -rdynamic %s ./l.so -o m
// RUN: for kind in "swap 10" "swap 1" "shuffle 1" "starts 1" "fdes 1" "zero 1" "one 1" "long 1"; do \
// RUN:   %python %S/Inputs/unsort_tables.py sound.so l.so $kind && rm -f m.*.gprof && GPROF_OPTIONS=rate=4000 ./m || exit 1; \
// RUN:   %readprofile --stacks m.*.gprof | grep 'l4;spin$' > stacks || exit 1; \
// RUN:   grep -v 'main;use;l0;l1;l2;l3;l4;spin$' stacks | grep -vE ' cut[^ ]* ((((l0;)?l1;)?l2;)?l3;)?l4;spin$' && exit 1; true; \
// RUN: done
static volatile int sink;

#define FUNCTION(name, what, pad) \
	__attribute__((noinline)) void name(void) \
	{ \
		volatile char room[pad]; \
		room[0] = 1; \
		what(); \
		sink += room[0]; \
	}

#ifdef LIBRARY
extern void spin(void);

FUNCTION(l4, spin, 200)
FUNCTION(l3, l4, 1)
FUNCTION(l2, l3, 40)
FUNCTION(l1, l2, 16)
FUNCTION(l0, l1, 100)

#define OTHER(n) \
	__attribute__((noinline)) void other_##n(int x) \
	{ \
		volatile char room[n]; \
		room[0] = (char)x; \
	}
#define EIGHT(n) OTHER(n##1) OTHER(n##2) OTHER(n##3) OTHER(n##4) OTHER(n##5) OTHER(n##6) OTHER(n##7) OTHER(n##8)
EIGHT(1) EIGHT(2) EIGHT(3) EIGHT(4) EIGHT(5)
#else
void l0(void);

void spin(void)
{
	for (int i = 0; i < 300000; i++)
		sink = i;
}

FUNCTION(use, l0, 8)

int main(void)
{
	for (int i = 0; i < 100; i++)
		use();
	return 0;
}
#endif
