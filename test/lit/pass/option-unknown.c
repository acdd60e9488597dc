// An unknown option in GPROF_PASS is an error that names it and those that exist.
//
// RUN: env GPROF_PASS=mode=counters,colour=red not %gclang -c %s -o t.o 2>&1 | FileCheck %s
// CHECK: error: gprof-llvm: unknown option 'colour' in GPROF_PASS: known are mode, bias, count, probes, time, time-cpu, exclude, include
// RUN: test ! -e t.o

int main(void) { return 0; }
