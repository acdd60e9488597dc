/* The profiled program's exit status, output and fatal signals are its own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %clang -O2 %s -o plain
// RUN: for how in exit abort segv quick; do \
// RUN:   ./plain $how > plain.txt 2>&1; plain=$?; ./a.out $how > our.txt 2>&1; our=$?; \
// RUN:   test $plain = $our || exit 1; cmp plain.txt our.txt || exit 1; \
// RUN: done

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	printf("%d\n", argc);
	if (!strcmp(argv[1], "abort"))
		abort();
	if (!strcmp(argv[1], "segv"))
		raise(SIGSEGV);
	if (!strcmp(argv[1], "quick"))
		_exit(42);
	return 41;
}
