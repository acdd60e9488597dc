// Where the runtime's thread-locals would be emulated the plugin names the option, not a symbol.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not %gclang -femulated-tls -O2 -flto=thin -DNAME=main -c %s -o t.o 2>&1 | FileCheck %s
// RUN: not %gclang -femulated-tls -O2 -mcmodel=medium -DNAME=main -c %s -o t.o 2>&1 | FileCheck %s
// CHECK: error: gprof-llvm: -femulated-tls is not supported in the module with main if that is for ThinLTO or another code model than small: compile it without
// RUN: %gclang -femulated-tls -O2 -flto=thin -DNAME=other -c %s -o t.o
// RUN: %gclang -femulated-tls -O2 -mcmodel=medium -DNAME=other -c %s -o t.o
// RUN: %gclang -fno-emulated-tls -O2 -flto=thin -DNAME=main -c %s -o t.o

int NAME(void) { return 0; }
