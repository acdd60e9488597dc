/* 4000 places that allocate have exact rows each, by the fast way of glibc's blocks and without it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 -pthread %s -o a.out
// RUN: %heap ./a.out && %sums *.gprof | FileCheck %s
// RUN: %gprof report --brief --measure=alloc a.out >fast.txt && FileCheck --check-prefix=ROWS %s <fast.txt
// RUN: rm *.gprof && env GLIBC_TUNABLES=glibc.mem.tagging=0 GPROF_OPTIONS="rate=0 memory=callers" LD_PRELOAD=%rtdir/libgprof_heap.so ./a.out
// RUN: %sums *.gprof | FileCheck %s
// RUN: %gprof report --brief --measure=alloc a.out >slow.txt && grep ' place_' fast.txt >a && grep ' place_' slow.txt >b && cmp a b
// CHECK: foreign 0
// ROWS-DAG: {{ 300 +3 .* place_0$}}
// ROWS-DAG: {{ 300 +3 .* place_7$}}
// ROWS-DAG: {{ 6 +1 .* 100 +100 +mapped$}}
#include <pthread.h>
#include <stdlib.h>

void *volatile block;

/* Each is a place of its own, which the compiler can neither join nor leave out. */
#define ONE block = malloc(24); __asm__ volatile("nop"); free(block);
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define PLACE(n) \
	__attribute__((noinline)) void place_##n(void) \
	{ \
		HUNDRED \
	}

PLACE(0) PLACE(1) PLACE(2) PLACE(3) PLACE(4) PLACE(5) PLACE(6) PLACE(7)
PLACE(8) PLACE(9) PLACE(10) PLACE(11) PLACE(12) PLACE(13) PLACE(14) PLACE(15)
PLACE(16) PLACE(17) PLACE(18) PLACE(19) PLACE(20) PLACE(21) PLACE(22) PLACE(23)
PLACE(24) PLACE(25) PLACE(26) PLACE(27) PLACE(28) PLACE(29) PLACE(30) PLACE(31)
PLACE(32) PLACE(33) PLACE(34) PLACE(35) PLACE(36) PLACE(37) PLACE(38) PLACE(39)

static void (*const place[])(void) = {
	place_0, place_1, place_2, place_3, place_4, place_5, place_6, place_7,
	place_8, place_9, place_10, place_11, place_12, place_13, place_14, place_15,
	place_16, place_17, place_18, place_19, place_20, place_21, place_22, place_23,
	place_24, place_25, place_26, place_27, place_28, place_29, place_30, place_31,
	place_32, place_33, place_34, place_35, place_36, place_37, place_38, place_39,
};

static void *all(void *unused)
{
	for (int i = 0; i < 40; i++)
		place[i]();
	return unused;
}

/* Blocks of their own mapping, which have another word before them. */
__attribute__((noinline)) void mapped(void)
{
	for (int i = 0; i < 3; i++) {
		block = malloc(1 << 24);
		block = realloc(block, 1 << 25);
		free(block);
	}
}

int main(void)
{
	pthread_t thread;

	all(NULL);
	all(NULL);
	if (pthread_create(&thread, NULL, all, NULL) || pthread_join(thread, NULL))
		return 1;
	mapped();
	return 0;
}
