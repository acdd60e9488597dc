// include=FILE monitors only what it names, and exclude wins over it.
//
// RUN: echo 'fun:keep_*' > in
// RUN: echo 'fun:keep_not' > out
// RUN: env GPROF_PASS=include=in,exclude=out %gclang -O2 -c %s -o t.o
// RUN: llvm-objdump -d --no-show-raw-insn t.o | FileCheck %s

// CHECK-LABEL: <keep_not>:
// CHECK-NOT:   incq
// CHECK:       ret
int keep_not(int x) { return x + 1; }

// CHECK-LABEL: <keep_this>:
// CHECK:       incq %gs:
int keep_this(int x) { return x + 2; }

// CHECK-LABEL: <other>:
// CHECK-NOT:   incq
// CHECK:       ret
int other(int x) { return x + 3; }
