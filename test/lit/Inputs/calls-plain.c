/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls plain(), which is elsewhere. */
void plain(void);

int main(void)
{
	plain();
	return 0;
}
