// The plugin refuses -femulated-tls by name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not %aclang -femulated-tls -O2 -c %s -o t.o 2>&1 | FileCheck %s
// CHECK: error: gprof-llvm: -femulated-tls is not supported for this processor: compile without it
// RUN: %aclang -fno-emulated-tls -O2 -c %s -o t.o

int other(void) { return 0; }
