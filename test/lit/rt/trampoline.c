/* A call by way of a trampoline, as a nested procedure is passed, is one of the function that it leads to. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out && %expect a.out %s
// RUN: %gclang -O0 -fPIC %s -o a.out && rm -f a.*.gprof && ./a.out && %expect a.out %s

#include <string.h>
#include <sys/mman.h>

static volatile int sink;

/* ARC: apply -> nested 300 */
/* SPONTANEOUS: nested 0 */
__attribute__((noinline)) static int nested(int n)
{
	sink += n;
	return n;
}

/* ARC: main -> apply 3 */
__attribute__((noinline)) static void apply(int (*f)(int))
{
	for (int i = 0; i < 100; i++)
		f(i);
}

int main(void)
{
	static const unsigned char code[] = {
		0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, /* movabs $function, %r11 */
		0x49, 0xba, 0, 0, 0, 0, 0, 0, 0, 0, /* movabs $frame, %r10 */
		0x49, 0xff, 0xe3,                   /* jmp *%r11 */
	};
	int (*function)(int) = nested;
	int (*made)(int);
	unsigned char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return 1;
	memcpy(page, code, sizeof code);
	memcpy(page + 2, &function, sizeof function);
	memcpy(page + 12, &page, sizeof page);
	if (mprotect(page, 4096, PROT_READ | PROT_EXEC) < 0)
		return 1;
	memcpy(&made, &page, sizeof made);
	for (int i = 0; i < 3; i++)
		apply(made);
	return 0;
}
