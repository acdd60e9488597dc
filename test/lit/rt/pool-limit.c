/* A process that may write less than its file has ends as without a profile: its calls are in the pool, or its file stays. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: strace
// RUN: %gclang -O2 %s -o a.out && export GPROF_FILE=%%e.%%1m.gprof
// RUN: ./a.out && ./a.out 1048576 && rm .a.out.1.gprof.blank

/* The member may be written, or nothing may. */
// RUN: ./a.out 8192 && test ! -e .a.out.1.gprof.blank && %expect -D N=3 a.out %s
// RUN: ./a.out 4096 2> said && grep -q "into its pool: file size limit exceeded" said
// RUN: ./a.out 1048576 && rm .a.out.1.gprof.blank && %expect -D N=5 a.out %s

/* The limit is lowered after somebody has looked at it: here who looks is not told. */
// RUN: strace -o log -e trace=prlimit64 -e inject=prlimit64:error=EPERM:when=6+ ./a.out 8192 && test ! -e .a.out.1.gprof.blank
// RUN: grep -q 'RLIMIT_FSIZE.*INJECTED' log && %expect -D N=6 a.out %s
// RUN: strace -o log -e trace=prlimit64 -e inject=prlimit64:error=EPERM:when=6+ ./a.out 4096 2> said
// RUN: grep -q "into its pool: file size limit exceeded" said
// RUN: ./a.out 1048576 && %expect -D N=8 a.out %s

/* A file that another process left is not taken if it is longer than the limit. */
// RUN: stat -c '%%i %%z' .a.out.1.gprof.blank > before && (ulimit -f 200; ./a.out) && stat -c '%%i %%z' .a.out.1.gprof.blank | cmp - before
// RUN: %expect -D N=9 a.out %s

/* The limit is lowered so at the start. */
// RUN: rm .a.out* && sh -c "ulimit -f 16; strace -o /dev/null -e trace=prlimit64 -e inject=prlimit64:error=EPERM ./a.out" 2> said
// RUN: grep -q "file size limit exceeded" said

#include <stdlib.h>
#include <sys/resource.h>

static volatile int sink;

/* ARC: main -> leaf N*100 */
__attribute__((noinline)) static void leaf(void)
{
	sink++;
}

/* With an argument, from then on its files may have no more bytes. */
int main(int argc, char **argv)
{
	struct rlimit limit = { 0, RLIM_INFINITY };

	for (int i = 0; i < 100; i++)
		leaf();
	if (argc < 2)
		return 0;
	limit.rlim_cur = (rlim_t)atol(argv[1]);
	return setrlimit(RLIMIT_FSIZE, &limit) != 0;
}
