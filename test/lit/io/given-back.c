/* A byte that ungetc gave back counts once, also if it is another one or not got again; what scanf and fseek pass over is forgotten. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out && %calls *.gprof | FileCheck %s
// CHECK: get <stream in memory> calls 3 bytes 2 errors 0 jumps 0
// CHECK-NEXT: get other calls 4 bytes 3 errors 0 jumps 0
// CHECK-NEXT: get passed calls 6 bytes 52 errors 0 jumps 0
// CHECK-NEXT: get peeked calls 200 bytes 100 errors 0 jumps 0
// CHECK-NEXT: get several calls 4 bytes 9 errors 0 jumps 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int holds)
{
	if (!holds)
		abort();
}

static FILE *with(const char *name, const char *text, int times)
{
	FILE *f = fopen(name, "w+");

	check(f != NULL);
	while (times--)
		check(fprintf(f, "%s", text) > 0);
	rewind(f);
	return f;
}

/* As a parser does: each byte twice. */
static void peek(void)
{
	FILE *f = with("peeked", "0123456789", 10);

	for (int i = 0; i < 100; i++) {
		int c = getc(f);

		check(c == '0' + i % 10 && ungetc(c, f) == c && getc(f) == c);
	}
	check(ungetc(EOF, f) == EOF);
	fclose(f);
}

/* Another byte than the file has. */
static void replace(void)
{
	FILE *f = with("other", "abc", 1);

	check(getc(f) == 'a' && ungetc('x', f) == 'x');
	check(getc(f) == 'x' && getc(f) == 'b' && getc(f) == 'c');
	check(ungetc('c', f) == 'c'); /* not got again */
	fclose(f);
}

/* Bytes given back one after the other, and got again in two parts. */
static void give_two(void)
{
	FILE *f = with("several", "123456789", 1);
	char to[10];

	check(getc(f) == '1' && getc(f) == '2');
	check(ungetc('2', f) == '2' && ungetc('1', f) == '1');
	check(getc(f) == '1' && fread(to, 1, 8, f) == 8);
	fclose(f);
}

/* 1 of 11, and 11 of "23 ..."; 20 after the position is set, and 20 again. */
static void pass(void)
{
	FILE *f = with("passed", "12 abcdefghijklmnopqrstuvwxyz\n", 3);
	char to[40];
	int n;

	check(getc(f) == '1' && ungetc('1', f) == '1' && fscanf(f, "%d", &n) == 1 && n == 12);
	check(fread(to, 1, 10, f) == 10);
	check(ungetc(to[9], f) == to[9] && !fseek(f, 31, SEEK_SET));
	check(fread(to, 1, 20, f) == 20);
	rewind(f);
	check(getc(f) == '1' && ungetc('1', f) == '1' && fread(to, 1, 20, f) == 20);
	check(fread(to, 1, 1, f) == 1);
	fclose(f);
}

static void in_memory(void)
{
	char text[] = "ab";
	FILE *f = fmemopen(text, 2, "r");

	check(getc(f) == 'a' && ungetc('a', f) == 'a' && getc(f) == 'a' && getc(f) == 'b');
	fclose(f);
}

int main(void)
{
	peek();
	replace();
	give_two();
	pass();
	in_memory();
	return 0;
}
