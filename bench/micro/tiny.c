/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tiny.c - a program that does nothing: what its run takes is start-up and end. */

int main(void)
{
	return 0;
}
