/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* caller() calls leaf() at two lines: by inlined code, and itself. */
static volatile int sink;

__attribute__((noinline)) static void leaf(void)
{
	sink++;
}

__attribute__((always_inline)) static inline void inlined(void)
{
	leaf();
}

__attribute__((noinline)) static void caller(void)
{
	for (int i = 0; i < 10; i++) {
		inlined();
		if (i < 3) leaf();
	}
}

int main(void)
{
	caller();
	return 0;
}
