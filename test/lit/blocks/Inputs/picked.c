/* picked.c - pick() has no count of its own entries, and leaves by a way that is not counted. */
static volatile unsigned char from[256];
static volatile int sink;

__attribute__((noinline)) static int pick(unsigned a, unsigned b)
{
	unsigned char x = from[a & 255], y = from[b & 255];

	if (x != y)
		return x > y;
	x = from[(a + 1) & 255];
	y = from[(b + 1) & 255];
	if (x != y)
		return x > y;
	x = from[(a + 2) & 255];
	y = from[(b + 2) & 255];
	return x > y;
}

__attribute__((noinline)) void first(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sink += pick(i, i + 3);
}

__attribute__((noinline)) int second(unsigned n)
{
#ifdef OPAQUE /* a function that calls a part of itself is not solved */
	__asm__ volatile("lea -128(%%rsp), %%rsp; call 1f; 1: lea 136(%%rsp), %%rsp" ::: "memory");
#endif
	return sink ? pick(n, 2 * n) : 0;
}

int main(void)
{
	for (int i = 0; i < 256; i++)
		from[i] = i / 3;
	first(1000);
	for (int i = 0; i < 50; i++)
		sink = 1 + second(i);
	return 0;
}
