# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""optimizing - programs that compilers make faster by a profile, for bench/optimize.

    subjects     the programs, what they are trained with and tested with
    inputs       the files that they read
    builds       builds each program without a profile, with clang's and with ours
    measures     CPU time in pairs, and instructions under cachegrind
    table        the tables, from the measurements alone
    other.lua other.js    scripts that differ from those of training
"""
