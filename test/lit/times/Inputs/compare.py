#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# compare.py A.json B.json FUNCTION - the lengths of its calls are the same in both exports, but for
# what rounding makes of them.

import json
import sys


def load(path):
    with open(path, encoding="utf-8") as f:
        export = json.load(f)
    for f in export["functions"]:
        if f["name"] == sys.argv[3] and "quantiles" in f:
            return f["quantiles"][0]
    sys.exit("%s has no lengths of calls" % path)


a, b = load(sys.argv[1]), load(sys.argv[2])
for key in a:
    if key == "callers":
        if len(a[key]) != len(b[key]):
            sys.exit("other callers")
    elif key == "longest":
        if any(abs(x["ns"] - y["ns"]) > 1 for x, y in zip(a[key], b[key])):
            sys.exit("others are the longest")
    elif key == "clock" and a[key] != b[key]:
        sys.exit("another clock")
    elif key != "clock" and abs(a[key] - b[key]) > 1:
        sys.exit("%s: %d and %d" % (key, a[key], b[key]))
