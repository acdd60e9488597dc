// operator new, containers and strdup count for the function that called them, not for libstdc++ or libc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclangxx -O1 %s -o a.out && %heap ./a.out
// RUN: %gprof report --brief --limit=0 --measure=allocs a.out | FileCheck %s
// CHECK-DAG: 39.1 KiB {{ *}}1000 {{ *}}1000 {{.*}} plain
// CHECK-DAG: 31.2 KiB {{ *}}1000 {{ *}}1000 {{.*}} array
// CHECK-DAG: 12.7 KiB {{ *}}1000 {{ *}}1000 {{.*}} copied
// CHECK-NOT: operator new
#include <cstdlib>
#include <cstring>
#include <string>

struct thing {
	long words[5];
};

static void *volatile sink;

__attribute__((noinline)) static void plain()
{
	thing *t = new thing;

	sink = t;
	delete t;
}

__attribute__((noinline)) static void array()
{
	char *t = new char[32];

	sink = t;
	delete[] t;
}

__attribute__((noinline)) static void copied()
{
	char *t = strdup("twelve bytes");

	sink = t;
	free(t);
}

int main()
{
	for (int i = 0; i < 1000; i++) {
		plain();
		array();
		copied();
	}
	return 0;
}
