#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lock_wait.py TRUTH FOLDED - compares the waits for locks in folded stacks with the threads' own clocks."""
import sys

NEAR = 0.4  # a run of two seconds has some hundred samples


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        truth = dict(line.split() for line in f)
    sums = {"take_static": 0, "take_block": 0}
    with open(sys.argv[2], encoding="utf-8") as f:
        for line in f:
            stack, weight = line.rsplit(" ", 1)
            for name in sums:
                if name in stack.split(";"):
                    sums[name] += int(weight) * 1000
    want = int(truth["cache_lock"]) + int(truth["block"])
    have = sum(sums.values())
    if not sums["take_static"] or abs(have - want) > NEAR * want:
        sys.exit("lock_wait.py: %d ns of waits for locks, not %d" % (have, want))


if __name__ == "__main__":
    main()
