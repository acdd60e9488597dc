/* Processes that end by _exit, as shells do, are merged into the pool like any other. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o pool && export GPROF_FILE=%%e.%%2m.gprof
// RUN: for i in 0 1 2 3; do ./pool || exit 1; done
// RUN: test "$(echo *gprof*)" = "pool.1.gprof pool.2.gprof"
// RUN: %gprof report --classic pool | FileCheck %s && %expect --set all pool %s
// CHECK-NOT: did not end

#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

/* CALLS[all]: leaf 16 */
__attribute__((noinline)) void leaf(void)
{
	sink++;
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		if (!fork()) {
			leaf();
			_exit(0);
		}
		wait(NULL);
	}
	leaf();
	_exit(0);
}
