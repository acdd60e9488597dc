/* A snapshot that cannot be stored is an error and a loss; counts go on, and so do later snapshots. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -I%source/include %s -o a.out
// RUN: GPROF_OPTIONS=snapshots=0 ./a.out nothing
// RUN: %readprofile a.out.*.gprof | FileCheck --check-prefix=NONE %s
// RUN: %expect a.out %s && rm *.gprof
// A sample that comes while nothing fits would be lost too: none are taken.
// RUN: GPROF_OPTIONS=rate=0 ./a.out size
// RUN: %readprofile a.out.*.gprof | FileCheck --check-prefix=SIZE %s
// RUN: %expect a.out %s
// NONE: lost 0 0 0 0 0 7
// NONE-NOT: snapshot
// SIZE: lost 0 0 0 0 0 {{[1-9]}}
// SIZE: snapshot end after {{[0-9]+$}}
// SIZE-NEXT: since
#include <gprof-llvm/gprof.h>
#include <string.h>
#include <sys/resource.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

static volatile int other;

/* Phases until one fails; the space left in the file is no larger than 64 KB. */
static int until_full(void)
{
	int error = 0;

	for (int i = 0; i < 5000 && !error; i++) {
		error = gprof_phase_begin("full");
		other++;
	}
	for (int i = 0; i < 5; i++)
		gprof_phase_end("full");
	return error;
}

/* ARC: main -> leaf 1000 */
int main(int argc, char **argv)
{
	const struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };
	const struct rlimit small = { 4096, RLIM_INFINITY };
	int nothing = argc > 1 && !strcmp(argv[1], "nothing");

	if (!nothing && setrlimit(RLIMIT_FSIZE, &small))
		return 1;
	if (until_full() != ENOSPC)
		return 2;
	for (int i = 0; i < 1000; i++)
		leaf();
	if (!nothing && (setrlimit(RLIMIT_FSIZE, &all) || gprof_phase_begin("after")))
		return 3;
	return gprof_phase_end("after") != (nothing ? ENOSPC : 0);
}
