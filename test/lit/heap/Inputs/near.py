#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# near.py TRUTH JSON - fails if an estimate is too far from the truth: by more than 6 standard
# errors of as many independent draws.  TRUTH has lines of a function: bytes, blocks, bytes left
# and bytes at the peak.

import json
import sys

KEYS = ("bytes", "blocks", "left_bytes", "peak_bytes")

with open(sys.argv[2]) as file:
    data = json.load(file)
each = data["memory"]["sample_bytes"]
assert each == 131072, each
found = {f["name"]: f["memory"] for f in data["functions"] if f.get("memory")}
for line in open(sys.argv[1]):
    name, *truth = line.split()
    for key, true in zip(KEYS, map(int, truth)):
        got, size = found[name][key], int(truth[0]) / int(truth[1])
        stands = each / (size + 8)
        most = 6 * (true * (1 if key == "blocks" else size) * stands) ** 0.5
        if not abs(got - true) <= most:
            sys.exit("%s, %s: %d, and not %d +- %d" % (name, key, got, true, most))
