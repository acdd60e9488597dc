/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * twice.c - pick() is of another module than its two callers, of which each goes another way in
 * it; link-time optimisation inlines it into both.
 */
#ifdef __aarch64__
#define MARK __asm__ volatile("prfm pldl1strm, [sp, #4104]")
#else
#define MARK __asm__ volatile("prefetchnta 4097(%rsp)")
#endif

__attribute__((visibility("hidden"))) void pick(int n);

#ifdef PICK
volatile int odd, even;

__attribute__((noinline)) void leaf(void)
{
	odd++;
}

void pick(int n)
{
	if (n & 1) {
		MARK;
		leaf();
	} else {
		even++;
	}
}
#else
static volatile int one = 1;

__attribute__((noinline)) static void odds(int n)
{
	for (int i = 0; i < n; i++)
		pick(one);
}

__attribute__((noinline)) static void mixed(int n)
{
	for (int i = 0; i < n; i++)
		pick(one + (i % 10 != 0));
}

int main(int argc, char **argv)
{
	(void)argv;
	odds(30 * argc);
	mixed(500 * argc);
	return 0;
}
#endif
