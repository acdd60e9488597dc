// What musl could not open by dlopen is refused, with the way to compile what is never opened so.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not %gclang --target=x86_64-linux-musl -fPIC -O2 -DNAME=other -c %s -o t.o 2>&1 | FileCheck %s
// RUN: not %gclang --target=x86_64-alpine-linux-musl -fPIC -O0 -DNAME=other -c %s -o t.o 2>&1 | FileCheck %s
// CHECK: error: gprof-llvm: musl cannot dlopen a shared object with this code: compile it without the plugin, or with GPROF_PASS=bias=tls if programs are only linked with it
//
// RUN: GPROF_PASS=bias=tls %gclang --target=x86_64-linux-musl -fPIC -O2 -DNAME=other -c %s -o t.o
// RUN: %gclang --target=x86_64-linux-musl -fPIC -O2 -DNAME=main -c %s -o t.o
// RUN: %gclang --target=x86_64-linux-musl -fPIE -O2 -DNAME=other -c %s -o t.o
// RUN: %gclang --target=x86_64-linux-musl -fno-pic -O2 -DNAME=other -c %s -o t.o
// RUN: %gclang --target=x86_64-linux-gnu -fPIC -O2 -DNAME=other -c %s -o t.o

int NAME(void) { return 0; }
