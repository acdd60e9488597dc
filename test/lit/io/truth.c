/* A program that knows its reads and writes: calls, bytes, errors, sizes and order of access, by function and by file. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out
// RUN: %gprof report --io a.out | FileCheck %s
// RUN: %gprof report --io --brief --limit=1 a.out | FileCheck --check-prefix=BRIEF %s
// CHECK: a.out: 200 KiB read in 103 calls, 124 KiB written in 1015; 1 of them failed
// CHECK-NEXT: <inside libraries>: 0 B in 0 reads, 0 B in 0 writes: the kernel
// CHECK: In short:
// CHECK: 'load' does 100 % of the reading: 200 KiB from '{{.*}}/data.bin', 1.96 KiB a call
// CHECK-NEXT: 'save' does 97 % of the writing: 120 KiB to '{{.*}}/data.bin', 8.00 KiB a call
// CHECK: System calls by function:
// CHECK: % read calls mean written calls mean errors function
// CHECK-NEXT: 61.75 200 KiB 102 1.96 KiB 0 load
// CHECK-NEXT: 37.05 120 KiB 15 8.00 KiB 0 save
// CHECK-NEXT: 1.21 3.91 KiB 1000 4 B 0 dribble
// CHECK-NEXT: 0.00 0 B 1 1 fail
// CHECK: System calls by file:
// CHECK-EMPTY:
// CHECK-NEXT: % read calls mean written calls mean errors seq % file
// CHECK-NEXT: 98.79 200 KiB 102 1.96 KiB 120 KiB 15 8.00 KiB 0 57 {{.*}}/data.bin
// CHECK-NEXT: load reads 62 %, save writes 38 %
// CHECK-NEXT: 1.21 3.91 KiB 1000 4 B 0 100 {{.*}}/log.txt
// CHECK-NEXT: dribble writes 100 %
// CHECK: <not open>
// CHECK: Calls by size:
// CHECK: <=100 B <=1 K <=10 K <=100 K <=1 M <=4 M <=10 M <=100 M <=1 G >1 G
// CHECK-NEXT: read 2 0 100 0 0
// CHECK-NEXT: write 1000 0 15 0
// CHECK: They are
// CHECK-NEXT: counted, not sampled.
// BRIEF: 61.75 {{.*}} load
// BRIEF-NEXT: and {{[0-9]}} more (--limit=0)
// BRIEF-NOT: counted, not sampled
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static char buffer[8192];

__attribute__((noinline)) static void check(ssize_t got, ssize_t wanted)
{
	if (got != wanted)
		abort();
}

__attribute__((noinline)) static void save(int fd)
{
	for (int i = 0; i < 15; i++)
		check(write(fd, buffer, 8192), 8192);
}

/* 50 reads one after the other, a seek, 1 read; 50 at offsets, of which 48 are jumps; the end. */
__attribute__((noinline)) static void load(int fd)
{
	lseek(fd, 0, SEEK_SET);
	for (int i = 0; i < 50; i++)
		check(read(fd, buffer, 2048), 2048);
	for (int i = 0; i < 50; i++)
		check(pread(fd, buffer, 2048, i < 2 ? 2048 * i : 4096 * (i % 7)), 2048);
	lseek(fd, 0, SEEK_END);
	check(read(fd, buffer, 2048), 0);
	lseek(fd, 0, SEEK_CUR);
	check(read(fd, buffer, 2048), 0);
}

__attribute__((noinline)) static void dribble(int fd)
{
	for (int i = 0; i < 1000; i++)
		check(write(fd, "tick", 4), 4);
}

__attribute__((noinline)) static void fail(void)
{
	check(read(-1, buffer, 1), -1);
}

int main(void)
{
	int fd = open("data.bin", O_RDWR | O_CREAT | O_TRUNC, 0600);

	save(fd);
	load(fd);
	close(fd);
	fd = open("log.txt", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	dribble(fd);
	fail();
	return 0;
}
