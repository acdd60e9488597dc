# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""figures - what a program knows of its times, as figures of a report.

A program prints "ns pieces function;function;..." for each context, see truth.h.  A
function has the time of every context that it is in, once, and so has an arc; it
has own time of contexts that it ends.  Key of a figure: ("self", f), ("total", f) or
("arc", caller, callee).  A context that ends in "*f" is of the function before, and
of f in part.
"""

import collections

CLOCK = "clock_gettime"     # readings: small, and no part of the program
REST = "*"                  # begins what is below the function, of unknown size
NOTHING = 0.0, 0.0, 0.0


def contexts(text):
    """[(s, (function, ...))]; of threads that share a context the sum is meant."""
    for line in text.splitlines():
        ns, _, stack = line.split(" ", 2)
        yield int(ns) / 1e9, tuple(stack.split(";"))


def truth(text):
    """({key: s}, s of all contexts)"""
    times, unknown, total = collections.Counter(), set(), 0.0
    for seconds, stack in contexts(text):
        total += seconds
        if stack[-1].startswith(REST):
            unknown |= {("self", stack[-2]), ("self", stack[-1][1:]), ("total", stack[-1][1:])}
            stack = stack[:-1]
        else:
            times["self", stack[-1]] += seconds
        for function in set(stack):
            times["total", function] += seconds
        for caller, callee in set(zip(stack, stack[1:])):
            if caller != callee: # not an arc of the report, which counts such calls only
                times["arc", caller, callee] += seconds
    known = {key: s for key, s in times.items() if key not in unknown and CLOCK not in key}
    return known, total


def measured(report, key):
    """(value, low, high); what is not in the report is nothing."""
    if key[0] == "arc":
        return report.arcs.get(key[1:], NOTHING)
    return getattr(report, key[0]).get(key[1], NOTHING)

