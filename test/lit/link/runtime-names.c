/* Functions and variables of the program that no other module sees may have the names of the runtime's own, and of those of libc that it refers to. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o a.out && ./a.out && %expect a.out %s
// RUN: %gclang -O1 -flto -fuse-ld=lld %s -o b.out && ./b.out && %expect b.out %s
// RUN: %gclang -O0 -fPIE -pie %s -o c.out && ./c.out && %expect c.out %s

static volatile int environ;

__attribute__((noinline)) static int dl_iterate_phdr(int n)
{
	return environ + n;
}

__attribute__((noinline)) static int dlsym(int n)
{
	return environ - n;
}

__attribute__((noinline)) static int attach(int n)
{
	environ += n;
	return dl_iterate_phdr(n) + dlsym(n);
}

/* ARC: main -> attach 50 */
/* CALLS: attach 50 */
int main(void)
{
	int sum = 0;

	for (int i = 0; i < 50; i++)
		sum += attach(i);
	return sum != 41650;
}
