/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lines with much time, with what they call, inlined code, and one with nearly none, for source_shares.py.
 *
 * SAMPLE: 1200 work:23 < main:39
 * SAMPLE: 500 work:24 < main:39
 * SAMPLE: 400 work:12 < main:39
 * SAMPLE: 300 leaf:16 < work:25 < main:39
 * SAMPLE: 1 rare:32 < main:40
 */
static volatile int sink;

static inline __attribute__((always_inline)) int twice(int n) { return sink + 2 * n; }

__attribute__((noinline)) static void leaf(int n)
{
	sink -= n;
	sink += n;
}

__attribute__((noinline)) static void work(int n)
{
	for (int i = 0; i < n; i++) {
		sink ^= i;
		sink += twice(i);
		leaf(i);
		sink++;
	}
}

__attribute__((noinline)) static void rare(int n)
{
	sink = n;
}

int main(void)
{
	sink = 1;

	work(30);
	rare(4);
	return 0;
}
