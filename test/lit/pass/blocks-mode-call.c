// Blocks are not counted in mode=call, which says so, whichever option comes first.
//
// RUN: env GPROF_PASS=mode=call,count=blocks not %gclang -c %s -o t.o 2>&1 | FileCheck %s
// RUN: env GPROF_PASS=count=blocks,mode=call not %gclang -c %s -o t.o 2>&1 | FileCheck %s
// CHECK: error: gprof-llvm: cannot have 'count=blocks' in GPROF_PASS: mode=call has no counters
// RUN: test ! -e t.o

int main(void) { return 0; }
