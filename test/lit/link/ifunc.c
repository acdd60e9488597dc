/* An ifunc resolver, which runs before anything is set up, does no harm; what it chose is counted. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for how in "" -static -static-pie "-no-pie -fno-pie" "-static -mno-tls-direct-seg-refs" "-static-pie -fPIC"; do \
// RUN:   rm -f *.gprof; \
// RUN:   %gclang -O2 $how %s -o a.out || exit 1; \
// RUN:   ./a.out || exit 1; \
// RUN:   %expect a.out %s || exit 1; \
// RUN: done

static volatile int sink;

/* CALLS: chosen 31 */
static int chosen(int x)
{
	sink += x;
	return x;
}

static int other(int x)
{
	sink -= x;
	return x;
}

__attribute__((noinline)) static int decide(void)
{
	__asm__ volatile("");
	return 1;
}

static int (*resolve(void))(int)
{
	return decide() ? chosen : other;
}

int function(int x) __attribute__((ifunc("resolve")));

int main(void)
{
	for (int i = 0; i < 31; i++)
		sink += function(i);
	return 0;
}
