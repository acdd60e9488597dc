// Reports name the compiled file of functions that several files include from one header, with -g and without.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: mkdir a b; cp %s a/unit.c; cp %s b/unit.c; cp %s main.c; printf 'static int twice(int x) {\n  return x * 2;\n}\n' > h.h
// RUN: for g in -g -g0; do %gclang $g -O0 -I. -DNAME=a -c a/unit.c -o a.o && %gclang $g -O0 -I. -DNAME=b -c b/unit.c -o b.o && %gclang $g -O0 -I. -DMAIN main.c a.o b.o -o prog$g || exit 1; done
// RUN: for g in -g -g0; do GPROF_OPTIONS=rate=0 GPROF_FILE=prog$g.gprof ./prog$g && %gprof report --flat --brief prog$g prog$g.gprof > flat$g && %gprof export --format=markdown prog$g prog$g.gprof > table$g || exit 1; done
// RUN: cat flat-g flat-g0; FileCheck %s --check-prefix=DEBUG < flat-g && FileCheck %s --check-prefix=DEBUG < table-g
// RUN: FileCheck %s --check-prefix=BARE < flat-g0 && FileCheck %s --check-prefix=BARE < table-g0
// DEBUG-DAG: twice (h.h:1 in a/unit.c)
// DEBUG-DAG: twice (h.h:1 in b/unit.c)
// DEBUG-DAG: twice (h.h:1 in main.c)
// BARE-DAG: twice ({{.*}}a/unit.c)
// BARE-DAG: twice ({{.*}}b/unit.c)
// BARE-DAG: twice ({{.*}}main.c)
#include "h.h"

#ifdef MAIN
int a(int n);
int b(int n);

int main(void)
{
	return twice(a(3) + b(40)) == 1;
}
#else
int NAME(int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += twice(i);
	return s;
}
#endif
