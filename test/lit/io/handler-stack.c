/* The first write of a handler fits on a stack of 8 KB. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && sh -c "%io ./a.out; test \$? = 42"
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SIZE 8192
#define GUARD 65536

static void handler(int signal)
{
	char text[1024];

	memset(text, 0, sizeof(text));
	text[0] = (char)('0' + signal % 10);
	text[1] = '\n';
	_exit(write(2, text, 2) == 2 ? 42 : 1);
}

int main(void)
{
	char *stack = mmap(NULL, GUARD + SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			   -1, 0);
	stack_t own = { .ss_sp = stack + GUARD, .ss_size = SIZE };
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };

	mprotect(stack, GUARD, PROT_NONE);
	if (sigaltstack(&own, NULL) || sigaction(SIGSEGV, &action, NULL))
		return 3;
	raise(SIGSEGV);
	return 0;
}
