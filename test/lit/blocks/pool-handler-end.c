// A process of a pool that ends in a handler is left in the middle once: the pool's executions are bounds, and known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O0 %s -o a.out
// RUN: for i in 1 2 3 4; do env GPROF_OPTIONS=rate=0 GPROF_FILE=pool.%%1m.gprof ./a.out $i; done
// RUN: %gprof annotate -b --context=all pool-handler-end.c a.out pool.1.gprof | FileCheck %s

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int ends;

static void handler(int sig)
{
	if (sig == SIGALRM && ends)
		exit(0); // CHECK-DAG: {{^ +[0-9]+ +0\.\.2 +.*}}exit(0)
}

__attribute__((noinline)) static void spin(void)
{
	for (volatile int i = 0; ends; i = 0)
		;
}

int main(int argc, char **argv)
{
	ends = argc > 1 && atoi(argv[1]) == 3;
	signal(SIGALRM, handler);
	if (ends)
		ualarm(1000, 0);
	else
		raise(SIGALRM);
	spin(); // CHECK-DAG: {{^ +[0-9]+ +3\.\.5 +.*}}spin()
	return 0; // CHECK-DAG: {{^ +[0-9]+ +2\.\.4 +.*}}return 0
}
