// A file with nothing but initializers that a header has, compiled with -g, does not make lines of headers the least.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for f in -DMAIN -DOTHER; do env GPROF_PASS=count=blocks %gclangxx $f -I %S/Inputs -g -O2 -c %s -o a$f.o || exit 1; done
// RUN: %gclangxx a-DMAIN.o a-DOTHER.o -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 initializers.hpp a.out | FileCheck %s
//
// So does one compiled without -g.
// RUN: env GPROF_PASS=count=blocks %gclangxx -DOTHER -I %S/Inputs -O2 -c %s -o other.o
// RUN: %gclangxx a-DMAIN.o other.o -o b.out
// RUN: env GPROF_OPTIONS=rate=0 ./b.out
// RUN: %gprof annotate -b --limit=0 initializers.hpp b.out | FileCheck --check-prefix=LEAST %s
#ifdef OTHER
extern int made();
#endif
#include "initializers.hpp"

#ifdef MAIN
int made()
{
	return sink = 1;
}

int main()
{
	for (int i = 0; i < 6; i++)
		twice(i);
	return 0;
}
#endif
// CHECK: {{ 12 +}}sink += n;
// LEAST: {{ >=12 +}}sink += n;
