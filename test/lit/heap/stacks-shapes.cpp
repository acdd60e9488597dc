// Stacks are whole through recursion, frames of varying size, callbacks from libc, handlers, threads and exceptions; beyond 256 frames they are cut, and say so.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclangxx -O1 -fno-optimize-sibling-calls -pthread %s -o a.out && %allstacks ./a.out
// RUN: %gprof export --format=folded --measure=allocs a.out > folded && FileCheck %s < folded
// RUN: %gprof report --brief --tree --measure=allocs a.out | FileCheck --check-prefix=TREE %s
// CHECK-DAG: {{^}}<truncated stack>;{{.*}}even(int);odd(int);{{.*}}leaf(int) 1{{$}}
// CHECK-DAG: {{^}}main;itself(int);leaf(int) 1{{$}}
// CHECK-DAG: {{^}}main;varying(int);leaf(int) 10{{$}}
// CHECK-DAG: {{^}}main;sort();{{.*}};compare(void const*, void const*);leaf(int) {{[0-9]+}}{{$}}
// CHECK-DAG: {{^}}main;interrupted();{{.*}}handler(int);leaf(int) 1{{$}}
// CHECK-DAG: {{^}}thread(void*);leaf(int) 100{{$}}
// CHECK-DAG: {{^}}main;thrower(int);leaf(int) 5{{$}}
// TREE: <truncated stack>
#include <alloca.h>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <signal.h>

static void *volatile sink;
static volatile int taken = 1;

__attribute__((noinline)) static void leaf(int size)
{
	sink = malloc(size);
	free(sink);
}

__attribute__((noinline)) static void itself(int n)
{
	if (n)
		itself(n - 1);
	else
		leaf(1);
}

__attribute__((noinline)) static void odd(int n);
__attribute__((noinline)) static void even(int n)
{
	if (n)
		odd(n - 1);
	else
		leaf(1);
}

__attribute__((noinline)) static void odd(int n)
{
	even(n - 1);
}

__attribute__((noinline)) static void varying(int n)
{
	volatile char *room = (volatile char *)alloca(n * 48 + 16);

	room[0] = 1;
	leaf(2);
	room[0] = 2;
}

__attribute__((noinline)) static int compare(const void *a, const void *b)
{
	leaf(3);
	return *(const int *)a - *(const int *)b;
}

__attribute__((noinline)) static void sort()
{
	int numbers[] = { 3, 1, 2, 9, 4 };

	qsort(numbers, 5, sizeof(int), compare);
	sink = (void *)(long)numbers[0];
}

__attribute__((noinline)) static void handler(int)
{
	leaf(4);
}

__attribute__((noinline)) static void interrupted()
{
	raise(SIGUSR1);
}

__attribute__((noinline)) static void *thread(void *unused)
{
	for (int i = 0; i < 100; i++)
		leaf(5);
	return unused;
}

__attribute__((noinline)) static void thrower(int n)
{
	leaf(6);
	if (n)
		throw n;
}

int main()
{
	pthread_t t;

	signal(SIGUSR1, handler);
	itself(40);
	even(400);
	for (int i = 0; i < 10; i++)
		varying(i);
	sort();
	interrupted();
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	for (int i = 0; i < 5; i++)
		try {
			thrower(taken);
		} catch (int) {
		}
	return 0;
}
