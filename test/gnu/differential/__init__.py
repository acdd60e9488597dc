# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What test/gnu/gnu-differential is made of.

case        a case, and the files it is written to
names       function names of all kinds
generate    cases at random: symbols, arcs, histograms
options     option sets at random
programs    cases of real `gcc -pg` and `clang -pg` runs
compare     runs GNU gprof and gprof-llvm, and tells how they differ
start       starts them: processes, or forks of a linked one (serve.c)
shrink      makes a case that differs small
"""
