/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A static function of a header: each file that includes it has a copy. */
int other(int n);

static __attribute__((noinline)) int twice(int x)
{
	return x * 2;
}
