/* An ifunc resolver may call an instrumented function of another object, in static programs too. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for how in "" -fPIC "-no-pie -fno-pie" -static -static-pie "-static -fPIC" "-static -mno-tls-direct-seg-refs"; do \
// RUN:   rm -f *.gprof; \
// RUN:   %gclang -O2 $how -c -DHELPER %s -o helper.o || exit 1; \
// RUN:   %gclang -O2 $how -c %s -o main.o || exit 1; \
// RUN:   %gclang -O2 $how main.o helper.o -o a.out || exit 1; \
// RUN:   ./a.out || exit 1; \
// RUN:   %expect a.out %s || exit 1; \
// RUN: done

#ifdef HELPER
int decide(int x);

int decide(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x;
}
#else
int decide(int x);

static volatile int sink;

/* CALLS: chosen 31 */
static int chosen(int x)
{
	sink += x;
	return x;
}

static int (*resolve(void))(int)
{
	return decide(1) ? chosen : 0;
}

int function(int x) __attribute__((ifunc("resolve")));

/* ARC: main -> decide 7 */
int main(void)
{
	for (int i = 0; i < 31; i++)
		sink += function(i);
	for (int i = 0; i < 7; i++)
		sink += decide(i);
	return 0;
}
#endif
