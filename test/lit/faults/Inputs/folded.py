# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the faults of folded stacks with what a program knows: folded.py TRUTH FOLDED.  Prints
'NAME 0' for each function, and for the total, that is within the error which the program states."""
import sys

PERIOD = 7


def read(path):
    sums = {}
    for line in open(path):
        stack, events = line.rsplit(" ", 1)
        name = stack.split(";")[-1]
        sums[name] = sums.get(name, 0) + int(events)
    return sums


def main():
    truth, folded = sys.argv[1:]
    sums = read(folded)
    sums["total"] = sum(sums.values())
    for line in open(truth):
        kind, what, name, events, error = line.split()
        if kind != "minor" or (what != "function" and name != "-") or name == "sampled>":
            continue
        name = "total" if name == "-" else name
        if what == "sum":
            continue
        allowed = int(error) + (0 if name != "total" else 40)  # major faults are in it
        off = abs(sums.get(name, 0) - int(events))
        print(name, 0 if off <= max(allowed, 2 * PERIOD) else off)


if __name__ == "__main__":
    main()
