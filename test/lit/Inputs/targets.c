/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls by pointer: some of the possible targets are called, one is not. */
typedef int op(int);
static volatile int sink;
static int add(int x) { return x + 1; }
static int twice(int x) { return x * 2; }
static int never_used(int x) { return x - 7; }
static int other(int x, int y) { return x + y; }
static void rare(void) { sink = 1; }
op *table[] = { add, twice, never_used };
int (*two)(int, int) = other;
__attribute__((noinline)) static int dispatch(int which, int x)
{
	if (x < 0)
		rare();
	return table[which](x);
}
int main(int argc, char **argv)
{
	int x = 0;
	for (int i = 0; i < 100; i++)
		x = dispatch(i % 3 == 0, i);
	sink = x + two(1, 2);
	return 0;
}
