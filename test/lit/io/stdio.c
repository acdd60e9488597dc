/* Streams: the bytes that the program gave or got, by function and file; the system calls that libc makes for them are inside libraries. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out > out && %calls *.gprof | FileCheck %s
// RUN: %gprof report --io a.out | FileCheck --check-prefix=REPORT %s
// CHECK: get text calls 10 bytes 40 errors 0 jumps 0
// CHECK-NEXT: put <stream in memory> calls 1 bytes 3 errors 0 jumps 0
// CHECK-NEXT: put full calls 1 bytes 0 errors 1 jumps 0
// CHECK-NEXT: put out calls 3 bytes 11 errors 0 jumps 0
// CHECK-NEXT: put text calls {{[78]}} bytes 40 errors 0 jumps 0
// CHECK-NOT: write
// REPORT: a.out: 0 B read in 0 calls, 0 B written in 0; 0 of them failed
// REPORT-NEXT: <inside libraries>: 40 B in {{[0-9]+}} reads, 51 B in {{[0-9]+}} writes
// REPORT: Streams of stdio by function:
// REPORT-DAG: 42.55 40 B {{[78]}} {{[56]}} B 0 put
// REPORT-DAG: 42.55 40 B 10 4 B 0 get
// REPORT: stdio in 10
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int holds)
{
	if (!holds)
		abort();
}

__attribute__((noinline)) static void put(FILE *f)
{
	check(fwrite("12345678", 4, 2, f) == 2);          /* 8 */
	check(fputs("12345\n", f) >= 0);                  /* 14 */
	check(fputc('1', f) == '1' && putc('2', f) == '2'); /* 16 */
	check(fprintf(f, "%s %d\n", "abc", 42) == 7);     /* 23 */
	check(fprintf(f, "%d\n", 7) == 2);                /* 25 */
	check(fwrite("123456789012345", 1, 14, f) == 14); /* 39 */
	check(fputc('\n', f) == '\n');                    /* 40 */
}

__attribute__((noinline)) static void get(FILE *f)
{
	char to[100], *line = NULL;
	size_t room = 0;

	check(fread(to, 4, 2, f) == 2);
	check(fgets(to, sizeof(to), f) && strlen(to) == 6);
	check(fgetc(f) == '1' && getc(f) == '2');
	check(getline(&line, &room, f) == 7);
	check(getdelim(&line, &room, '\n', f) == 2);
	check(fread(to, 1, 15, f) == 15);
	check(fread(to, 1, 15, f) == 0 && fgetc(f) == EOF && !fgets(to, sizeof(to), f));
	free(line);
}

__attribute__((noinline)) static void others(void)
{
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	check(f && fprintf(f, "abc") == 3);
	fclose(f);
	f = fopen("/dev/full", "w");
	setvbuf(f, NULL, _IONBF, 0);
	check(fputs("lost", f) == EOF);
	fclose(f);
	check(puts("line") >= 0 && printf("%d %d", 12, 34) == 5 && putchar('\n') == '\n');
}

int main(void)
{
	FILE *f = fopen("text", "w");

	put(f);
	fclose(f);
	f = fopen("text", "r");
	get(f);
	fclose(f);
	others();
	return 0;
}
