# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# flags.cmake - what the runtime is compiled with for x86-64.

set(x86_64_flags -march=x86-64 -mtune=generic)
