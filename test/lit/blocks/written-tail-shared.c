// A line behind a call at the end that did not come back does not count, where a return that others share stands behind it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: env GPROF_PASS=count=blocks %gclang -g -O1 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b serve a.out | FileCheck %s
#include <stdlib.h>

static volatile int left = 3, errors;

__attribute__((noinline)) static void refuse(int request)
{
	if (--left == 0)
		exit(request == 9);
}

__attribute__((noinline)) static void serve(int request)
{
	int *where = &request;

	if (request > 4) { // CHECK: {{^ +[0-9]+ +5 .*}}request > 4
		refuse(request); // CHECK: {{^ +[0-9]+ +3 .*}}refuse
	} else // CHECK: {{^ +[0-9]+ +(2|0[.][.]3|>=[0-2]) .*}}else
		switch (*where) {
		case 1:
			errors++;
			goto done;
		case 2:
			errors += 2;
			break;
		default:
			errors += 3;
		}
	return;
done:
	if (++errors == 7)
		exit(1);
}

int main(void)
{
	for (int i = 0; i < 9; i++)
		serve(i * 3);
	return 0;
}
