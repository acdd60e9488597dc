// The record of a template instance is in the COMDAT group of its function.
//
// RUN: %gclangxx -O0 -c %s -o t.o
// RUN: llvm-readelf -gW t.o | FileCheck %s
// CHECK:      [_Z5twiceIiET_S0_]
// CHECK:      .text._Z5twiceIiET_S0_
// CHECK-DAG:  gprof_cg
// CHECK-DAG:  gprof_fn

template <class T> T twice(T x) { return x + x; }
int use(int x) { return twice(x); }
