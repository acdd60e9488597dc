// Intrinsics that may become calls are counted and marked; short copies, which never do, are not.
//
// RUN: %gclang -O2 -fno-math-errno -c %s -o t.o
// RUN: %gprof info --sites t.o | FileCheck %s
// CHECK:     copy
// CHECK:     memcpy {{.*}}may be inlined
// CHECK:     root
// CHECK:     sqrt {{.*}}may be inlined
// CHECK:     short_copy
// CHECK-NOT: memcpy

#include <math.h>
#include <string.h>

void copy(char *to, const char *from, size_t n) { memcpy(to, from, n); }
double root(double x) { return sqrt(x); }
void short_copy(char *to, const char *from) { memcpy(to, from, 16); }
