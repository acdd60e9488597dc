# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# unit.cmake - the unit for AArch64, as bitcode.

gprof_bitcode(aarch64 unit unit/unit.c aarch64/unit_stubs.c)
set(aarch64_unit unit.bc)
