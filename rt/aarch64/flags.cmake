# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# flags.cmake - what the runtime is compiled with for AArch64: no calls for atomics;
# x18 belongs to the platform.

set(aarch64_flags -march=armv8-a -mno-outline-atomics -ffixed-x18)
