// With count=blocks a program of computed gotos, asm gotos, setjmp, noreturn and exit in the depth does what it did.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// REQUIRES: lld, x86_64
// RUN: for flags in -O0 -O1 -O2 -O3 "-O2 -fPIC" "-O0 -fPIC" "-O2 -flto=thin -fuse-ld=lld" "-O2 -flto -fuse-ld=lld"; do \
// RUN:   %clang $flags %s -o plain.out && env GPROF_PASS=count=blocks %gclang $flags %s -o blocks.out && \
// RUN:   %same plain.out blocks.out goto=3 asm=4 jump=5 depth=6 killed=SIGKILL || { echo "$flags"; exit 1; }; \
// RUN: done

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

static volatile int sink;
static jmp_buf back;

/* Each label has several ways in. */
NOINLINE int interpret(const char *code)
{
	static void *const labels[] = { &&add, &&twice, &&again, &&end };
	int a = 0, rounds = 0;

	goto *labels[*code++ - '0'];
add:
	a++;
	if (a == 100)
		goto end;
	goto *labels[*code++ - '0'];
twice:
	a *= 2;
	goto *labels[*code++ - '0'];
again:
	if (rounds++ < 7) {
		code -= 3;
		goto add;
	}
	goto *labels[*code++ - '0'];
end:
	return a;
}

NOINLINE int branch(int n)
{
	for (int i = 0; i < n; i++) {
		__asm__ goto("testl %0, %0; js %l1; jz %l2" : : "r"(i - 3) : "cc" : below, here);
		sink += 2;
		continue;
below:
		sink++;
		if (i & 1)
			goto here;
		continue;
here:
		sink += 3;
	}
	return sink;
}

NOINLINE __attribute__((noreturn)) static void leave(int status)
{
	longjmp(back, status);
}

NOINLINE int jump(int n)
{
	volatile int tries = 0;
	int with = setjmp(back);

	if (with)
		sink += with;
	if (tries++ < n)
		leave(tries);
	return sink;
}

NOINLINE void depth(int n, int status)
{
	if (n == 0) {
		if (status < 0)
			kill(getpid(), SIGKILL);
		exit(status);
	}
	depth(n - 1, status);
	sink += n;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "goto"))
		printf("%d\n", interpret("0120003"));
	if (!strcmp(what, "asm"))
		printf("%d\n", branch(10));
	if (!strcmp(what, "jump"))
		printf("%d\n", jump(10));
	fflush(stdout);
	if (!strcmp(what, "depth"))
		depth(20, 6);
	if (!strcmp(what, "killed"))
		depth(20, -1);
	return what[0] == 'g' ? 3 : what[0] == 'a' ? 4 : 5;
}
