/* The module with main has the runtime as assembly, but as bitcode where a larger code model is asked for. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=ASSEMBLY
// RUN: %gclang -O2 -S -emit-llvm -mcmodel=medium %s -o - | FileCheck %s --check-prefix=BITCODE
// RUN: %gclang -O2 -S -emit-llvm -Dmain=other %s -o - | FileCheck %s --check-prefix=NEITHER

// ASSEMBLY-NOT: define{{.*}} @gp_
// ASSEMBLY: define{{.*}} @__gprof_runtime_code(
// ASSEMBLY-NEXT: gp_file
// ASSEMBLY-NOT: define{{.*}} @gp_
// BITCODE-NOT: define{{.*}} @__gprof_runtime_code(
// BITCODE: define{{.*}} @gp_
// BITCODE-NOT: define{{.*}} @__gprof_runtime_code(
// NEITHER-NOT: define{{.*}} @{{gp_|__gprof_runtime_code}}

int main(void)
{
	return 0;
}
