/* moved.c - what optimisation moves out of a loop, makes one of two, and copies. */
static volatile int sink;

static inline int scaled(int x)
{
	if (x & 1)
		__asm__ volatile("# odd"); /* ODD */
	return 3 * x;
}

__attribute__((noinline)) int work(int n, int a, int b)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		int factor = a * b; /* MOVED */
		sum += factor ^ sink;
		if (i & 2)
			__asm__ volatile("# half"); /* HALF */
		else
			__asm__ volatile("# other"); /* OTHER */
	}
	return sum + scaled(n); /* ONCE */
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 5; i++)
		sum += work(100, i, sum);
	for (int i = 0; i < 30; i++)
		sum += scaled(i);
	if (sum == 12345)
		sink = 1; /* NEVER */
	return 0;
}
