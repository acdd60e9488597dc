/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* turns.c - two functions call each other. */
static volatile int sink;

static int odd(int n);

static int even(int n)
{
	sink++;
	return n ? odd(n - 1) : 1;
}

static int odd(int n)
{
	return n ? even(n - 1) : 0;
}

int main(void)
{
	return !even(100);
}
