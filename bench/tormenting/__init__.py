# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tormenting - storms over the profiler, for bench/torment.

    *.c, *.h   the storms' programs and their ledger
    ledger     reads what a program knows of itself
    rounds     builds the storms, runs one round, compares
    table      the tables, from the rounds alone
"""
