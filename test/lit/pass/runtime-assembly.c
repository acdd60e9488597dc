/* The module with main has the runtime as assembly, but as bitcode where a larger code model is
 * asked for. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=ASSEMBLY
// RUN: %gclang -O2 -S -emit-llvm -mcmodel=medium %s -o - | FileCheck %s --check-prefix=BITCODE
// RUN: %gclang -O2 -S -emit-llvm -Dmain=other %s -o - | FileCheck %s --check-prefix=NEITHER

// ASSEMBLY-NOT: define{{.*}} @gprt_
// ASSEMBLY: define{{.*}} @__gprof_runtime_code(
// ASSEMBLY-NEXT: gprt_file
// ASSEMBLY-NOT: define{{.*}} @gprt_
// BITCODE-NOT: define{{.*}} @__gprof_runtime_code(
// BITCODE: define{{.*}} @gprt_
// BITCODE-NOT: define{{.*}} @__gprof_runtime_code(
// NEITHER-NOT: define{{.*}} @{{gprt_|__gprof_runtime_code}}

int main(void)
{
	return 0;
}
