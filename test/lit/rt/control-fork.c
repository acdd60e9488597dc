/* A child of a stopped process starts stopped, and no snapshot of it is in the parent's file. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -I%source/include %s -o a.out && ./a.out
// RUN: for f in *.gprof; do %readprofile $f > out; if grep -q 'depth 1' out; then cp out child; else cp out parent; fi; done
// RUN: FileCheck --check-prefix=PARENT %s < parent
// RUN: FileCheck --check-prefix=CHILD %s < child
// PARENT-NOT: snapshot dump
// PARENT: snapshot stop
// PARENT-NEXT: snapshot start
// PARENT-NEXT: since
// CHILD: snapshot stop - 0
// CHILD-NEXT: snapshot dump child {{[0-9]+}}
// CHILD-NEXT: since
#include <gprof-llvm/gprof.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int status = 1, error = gprof_stop();
	pid_t child = fork();

	if (!child)
		_exit(gprof_dump("child"));
	return error || waitpid(child, &status, 0) != child || status || gprof_start();
}
