#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""units.py SOURCE - prints names that say of a weight that it is a number of nanoseconds."""

import os
import re
import sys

# Time whatever samples measure: when something happened, how long it took by a clock, periods.
CLOCKS = {"began", "changed", "clock", "cost", "cpu", "elapsed", "enabled", "end", "handler",
          "interrupts", "interval", "last_period", "monotonic", "now", "own", "period", "running",
          "start", "system", "used", "user"}
# What a count costs was measured in ns; points in time have no other unit.
PLAIN = {"analysis/cost.c", "analysis/cost.h", "command/info.c", "command/runs.c",
         "report/overview_head.c", "report/verbose_head.c"}
# What prints; the head of a report has sums of clocks.
PRINTS = re.compile(r"(annotate|browse|command|diff|export|diagram|predict|top)/|"
                    r"histogram/(?!run_intervals|time)|"
                    r"report/(?!overview_head|verbose_head|breakdown|phases|profiles|merged_profile)\w+\.c")
SECONDS = re.compile(r"(\w+)\)* / (?:\w+->runs / )?1e9")
TOKEN = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*', re.S)


def faults(name, text):
    for token in TOKEN.findall(text):
        if (token.endswith("_ns") and token[:-3] not in CLOCKS) or (
                token == "ns" and name not in PLAIN):
            yield "'%s' is no clock" % token
    for number, line in enumerate(text.split("\n"), 1):
        for divided in SECONDS.findall(line) if PRINTS.match(name) else ():
            if not divided.lower().endswith(("_ns", "_nsec")) and divided not in CLOCKS:
                yield "line %d divides '%s' by 1e9" % (number, divided)


def main():
    top = os.path.join(sys.argv[1], "tools", "gprof-llvm")
    found = 0
    for folder, _, files in os.walk(top):
        for file in sorted(files):
            path = os.path.join(folder, file)
            name = os.path.relpath(path, top)
            if file.endswith((".c", ".h")) and "web" not in name.split(os.sep):
                with open(path) as source:
                    for fault in faults(name, source.read()):
                        print("%s: %s" % (name, fault))
                        found += 1
    return 1 if found else 0


sys.exit(main())
