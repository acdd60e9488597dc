/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plain-main.c - a main that is not compiled with the plugin, like gtest_main. */
int run_all(void);

int main(void)
{
	return run_all();
}
