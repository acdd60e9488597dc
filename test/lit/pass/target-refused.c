// A target without counting code is refused by name, not compiled wrongly.
//
// RUN: not %gclang --target=riscv64-linux-gnu -c %s -o t.o 2>&1 | FileCheck %s
// CHECK: error: gprof-llvm: target 'riscv64-unknown-linux-gnu' is not supported: compile this file without the plugin
// RUN: not %gclang --target=i686-linux-gnu -c %s -o t.o 2>&1 | FileCheck %s --check-prefix=I386
// I386: error: gprof-llvm: target 'i686-unknown-linux-gnu' is not supported: compile this file without the plugin

int function(void) { return 1; }
