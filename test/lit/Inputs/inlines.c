/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* spin() is inlined three times, in a() through twice(); b() has a loop of its own. */
static volatile int sink;

__attribute__((always_inline)) static inline void spin(int n)
{
	for (int i = 0; i < n; i++)
		sink = i;
}

__attribute__((always_inline)) static inline void twice(int n)
{
	spin(n);
	spin(n);
}

__attribute__((noinline)) static void a(void)
{
	twice(60000000);
	sink = 3;
}

__attribute__((noinline)) static void b(void)
{
	spin(120000000);
	for (int i = 0; i < 120000000; i++)
		sink = i;
}

int main(void)
{
	a();
	b();
	return 0;
}
