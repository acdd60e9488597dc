// The static sections are read-only, gprof_fn follows the text, and nothing needs a dynamic relocation.
//
// RUN: %gclang -O2 -fPIC -ffunction-sections -c %s -o t.o
// RUN: llvm-readelf -SW t.o | FileCheck %s
// CHECK-DAG: gprof_cnt {{.*}} WA
// CHECK-DAG: gprof_cg {{.*}}  A
// CHECK-DAG: gprof_str {{.*}} AMS
// CHECK-DAG: gprof_fn {{.*}} AL
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 -fPIC -ffunction-sections -c %s -o t.o
// RUN: llvm-readelf -SW t.o | FileCheck --check-prefixes=CHECK,LINES %s
// LINES-DAG: gprof_lines {{.*}}  A
//
// REQUIRES: gold
// RUN: for l in bfd gold; do \
// RUN:   %clang -shared -fuse-ld=$l t.o -o t.so && %python %source/test/tools/no-dynamic-relocs.py t.so || exit 1; \
// RUN: done

void external(void);
int exported(int x)
{
	external();
	return x;
}
