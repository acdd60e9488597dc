/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
int pure(int x)
{
	return x * x + (x >> 3);
}
