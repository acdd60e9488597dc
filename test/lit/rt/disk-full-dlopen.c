/*
 * A library opened while the disk is full has no counters. The report says so, and no count is negative: the library's function has its callers' calls.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * REQUIRES: mount
 * RUN: %gclang -O1 -fPIC -shared %S/Inputs/disk-full-lib.c -o lib.so && %gclang -O1 %s -o a.out && mkdir disk
 * RUN: unshare -m sh -e -c "mount -t tmpfs -o size=140k none disk && cd disk && GPROF_FILE=a.gprof GPROF_OPTIONS=rate=0 ../a.out 2>../said && cp --sparse=always a.gprof .."
 * RUN: grep "no space in '.*a.gprof' for counters: calls are not counted" said && %expect a.out %s a.gprof
 * RUN: %gprof report --verbose a.out a.gprof | FileCheck %s
 * CHECK: lost: 1 thread had no counters of its own
 * CHECK: inexact: 1 function with more calls than entries: they have the calls, and may have had more
 * RUN: for f in csv json; do %gprof export --format=$f a.out a.gprof >all.$f || exit 1; done; ! grep -E '[:,] ?-[0-9]' all.csv all.json
 * RUN: grep '^"from_library",.*,1000,0,0,' all.csv && grep '"functions_with_more_calls_than_entries": *1,' all.json
 *
 * A merged profile has the same.
 * RUN: %gprof merge -o sum.gprof a.gprof && %gprof report --verbose a.out sum.gprof | FileCheck --check-prefix=SUM %s
 * SUM: inexact: 1 function with more calls than entries
 * RUN: %gprof export --format=csv a.out sum.gprof | grep '^"from_library",.*,1000,0,0,'
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

static char zeros[4096];

/* ARC: main -> own 1000 */
__attribute__((noinline)) static int own(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x + 1;
}

int main(void)
{
	int fd = open("full", O_CREAT | O_WRONLY, 0600), sum = 0;
	int (*f)(int);
	void *library;

	for (int i = 0; i < 500; i++)
		sum += own(i);
	while (write(fd, zeros, sizeof(zeros)) > 0)
		;
	library = dlopen("../lib.so", RTLD_NOW);
	if (!library)
		return 1;
	f = (int (*)(int))dlsym(library, "from_library");
	/* ARC: main -> from_library 1000 */
	for (int i = 0; i < 1000; i++)
		sum += f(i);
	for (int i = 0; i < 500; i++)
		sum += own(i);
	return unlink("full") || sum == 1;
}
