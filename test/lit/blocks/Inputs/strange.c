/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>

volatile int state;

/* Distances of 8 bytes in the large code model. */
__attribute__((noinline)) int choose(int i)
{
	switch (i) {
	case 0: state++; break;
	case 1: state += 5; break;
	case 2: state ^= 9; break;
	case 3: state *= 3; break;
	case 4: state = 0; break;
	case 5: state -= 2; break;
	}
	return state;
}

__attribute__((noinline)) int subroutine(int i)
{
	__asm__ volatile("sub $128, %%rsp; cmp $3, %0; jg 3f; call 2f; 3: jmp 4f; 2: ret; "
			 "4: add $128, %%rsp" : "+r"(i) : : "cc", "memory");
	if (state & 1)
		state += 3;
	return i;
}

/* The branch leads behind the prefix. */
__attribute__((noinline)) int past_prefix(int i)
{
	__asm__ volatile("cmp $3, %0; je 1f; lock; 1: incl %1" : "+r"(i), "+m"(state) : : "cc");
	if (state & 1)
		state += 3;
	return i;
}

/* Distances from a label, not from the table. */
__attribute__((noinline)) int from_label(int i)
{
	static const int distances[] = { &&one - &&one, &&two - &&one, &&three - &&one };

	goto *(&&one + distances[i % 3]);
one:
	state += 7;
	return state;
two:
	state ^= 5;
three:
	state *= 3;
	return state;
}

int main(void)
{
	for (int i = 0; i < 20; i++)
		printf("%d %d %d %d\n", choose(i % 7), subroutine(i % 5), past_prefix(i % 5),
		       from_label(i));
	return 0;
}
