// Counters take no bytes of the file; with a sanitizer of addresses they are bytes, and nothing is put between them.
//
// RUN: %gclang -O1 -c %s -o t.o && llvm-readelf -SW t.o | FileCheck %s
// CHECK: gprof_cnt NOBITS [[#]] [[#%.6x,]] 000018
// RUN: %gclang -O1 -fsanitize=address -c %s -o a.o && llvm-readelf -SW a.o | FileCheck %s --check-prefix=SANITIZED
// SANITIZED: gprof_cnt PROGBITS [[#]] [[#%.6x,]] 000018
// SANITIZED-NOT: gprof_cnt

int external(int);
int first(int x) { return external(x) + 1; }
int second(int x) { return x + 1; }
