// A value that an option cannot have is an error, and so is an option without one.
//
// RUN: env GPROF_PASS=mode=fast not %gclang -c %s -o t.o 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: gprof-llvm: invalid value 'fast' for 'mode' in GPROF_PASS: expected counters or call
// RUN: env GPROF_PASS=mode not %gclang -c %s -o t.o 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: gprof-llvm: option 'mode' in GPROF_PASS has no value

int main(void) { return 0; }
