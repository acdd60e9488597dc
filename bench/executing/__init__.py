# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""executing - random programs whose every instruction is counted twice, for bench/executions.

    program    makes a program from a seed
    step.c     runs a program one instruction at a time (x86-64)
    truth      how often each instruction was executed, by step.c or by an emulator's trace
    compare    that against what the profile says
"""
