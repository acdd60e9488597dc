/* Under ThinLTO the module with main has the runtime as bitcode: assembly with labels would keep its functions from being imported (LLVM 14 to 18 may tell the plugin of LTO too late). */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: llvm-19-or-newer
// RUN: %gclang -O2 -S -emit-llvm -flto=thin %s -o - | FileCheck %s
// RUN: %gclang -O2 -S -emit-llvm -flto=full %s -o - | FileCheck --check-prefix=FULL %s

// CHECK-NOT: define{{.*}} @__gprof_runtime_code(
// CHECK: define{{.*}} @gprt_
// CHECK-NOT: define{{.*}} @__gprof_runtime_code(
/* Full LTO makes one module of all: nothing is imported, and assembly spares the link its code generation. */
// FULL-NOT: define{{.*}} @gprt_
// FULL: define{{.*}} @__gprof_runtime_code(
// FULL-NOT: define{{.*}} @gprt_
int main(void)
{
	return 0;
}
