#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""near.py TRUTH WAITS - compares the waits of objects.c with those of `readprofile.py --waits`.

The bands are wide, for a busy machine: a third of the true time and 0.3 s less, to twice of it and
0.3 s more.  (A thread that is woken waits for a processor next, which the program counts and the
profile has apart; and of short waits there are few samples.)
"""
import collections
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        truth = {name: int(ns) for name, ns in (line.split() for line in f)}
    seen = collections.Counter()
    with open(sys.argv[2], encoding="utf-8") as f:
        for line in f:
            part = line.rstrip("\n").split(" ", 4)
            if part[0] != "wait":
                continue
            kind, ns, name = part[1], int(part[2]), part[4]
            if kind == "lock":
                seen["block" if name == "[heap]" else "cache_lock"] += ns
            elif kind == "futex":
                seen["ready"] += ns
            elif kind == "file":
                seen["pipe" if name.startswith("pipe:") else "file"] += ns
    wrong = [name for name, ns in truth.items()
             if not ns / 3 - 3e8 <= seen[name] <= 2 * ns + 3e8 or not seen[name]]
    for name, ns in truth.items():
        print("%-10s true %.3f s, seen %.3f s" % (name, ns / 1e9, seen[name] / 1e9))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
