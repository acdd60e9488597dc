# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""costing - what bench/cost is made of.

    stats      medians, quartiles, paired ratios
    results    the raw numbers: one record per measurement, kept as JSON
    machine    what is said of the machine and the tools
    shell      the functions of scripts/*.sh
    measure    runs one command; CPU time, elapsed time, memory, data written
    programs   the programs of the suite: sources and workloads
    variants   the ways to build and run them: this project and its peers
    build      compiles a program for a variant, unless that is done already
    parts      the measurements, one function per figure
    table      the tables, from the raw numbers alone
"""
