/* Functions of the same name in the program and two shared objects are told apart, and called where they are. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fPIC -shared -DNAME=one -DTIMES=10 %s -o libone.so
// RUN: %gclang -O2 -fPIC -shared -DNAME=two -DTIMES=20 %s -o libtwo.so
// RUN: %gclang -O2 %s -L. -lone -ltwo -Wl,-rpath,. -o a.out && ./a.out
// RUN: %gprof report --classic --brief a.out > text
// RUN: test "$(awk '/^ *[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9]+ .* helper( \([^ ]*\))?$/{print $4}' text | sort -n | tr '\n' ' ')" = "5 10 20 "
// RUN: %expect a.out %s

#define NOINLINE __attribute__((noinline))

static volatile int sink;

NOINLINE static void helper(void)
{
	sink++;
}

#ifdef NAME
/* ARC: one -> helper 10 */
/* ARC: two -> helper 20 */
void NAME(void)
{
	for (int i = 0; i < TIMES; i++)
		helper();
}
#else
void one(void), two(void);

/* ARC: main -> helper 5 */
int main(void)
{
	one();
	two();
	for (volatile int i = 0; i < 5; i++)
		helper();
	return 0;
}
#endif
