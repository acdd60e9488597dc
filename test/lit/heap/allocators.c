/* With jemalloc or tcmalloc the counts are the same, preloaded after the library or linked. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: other-allocator
// RUN: %gclang -O2 -fno-optimize-sibling-calls -pthread %S/threads.c -o a.out
// RUN: for a in %allocators; do rm -f *.gprof; env GPROF_OPTIONS="rate=0 memory=callers" LD_PRELOAD="%rtdir/libgprof_heap.so:$a" ./a.out || exit 1; %sums *.gprof; %gprof report --brief --measure=leaked a.out; done | FileCheck %s
// RUN: for a in %allocators; do rm -f *.gprof; %gclang -O2 -fno-optimize-sibling-calls -pthread %S/threads.c $a -o b.out && %heap ./b.out || exit 1; %sums *.gprof; %gprof report --brief --measure=leaked b.out; done | FileCheck %s
// CHECK: foreign 0
// CHECK: 3.81 MiB {{ *}}4000 {{ *}}4000 {{.*}} 3.43 MiB {{ *}}3600 {{.*}} make
