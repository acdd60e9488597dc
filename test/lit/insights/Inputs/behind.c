/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
void other(double seconds);

int main(void)
{
	other(0.5);
	return 0;
}
