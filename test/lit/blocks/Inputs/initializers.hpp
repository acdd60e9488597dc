// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static volatile int sink;

#ifdef OTHER
static int initial = made();
#else
inline void twice(int n)
{
	for (int i = 0; i < 2; i++)
		sink += n;
}
#endif
