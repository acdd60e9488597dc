/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run-all.c - what plain-main.c calls. */
static volatile int sink;

__attribute__((noinline)) void test_one(void)
{
	sink++;
}

/* CALLS: run_all 1 */
/* SPONTANEOUS[plain]: run_all 1 */
/* ARC: run_all -> test_one 17 */
int run_all(void)
{
	for (int i = 0; i < 17; i++)
		test_one();
	return 0;
}
