# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""truing - what bench/truth is made of.

    *.c, truth.h   programs that clock themselves
    runs           builds and runs them; one record per run
    wide           reads a report
    figures        what a program says, as figures of a report
    verdict        bias and coverage of many runs
    table          the tables, from the records alone
"""
