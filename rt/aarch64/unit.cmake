# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# unit.cmake - the sources of the unit for AArch64.

set(aarch64_unit unit.c unit_data.c aarch64/unit_stubs.c)
