#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many.py N > SPEC.json: 1000 functions with long names that are called N times more than others; for
mkprofile.py."""

import json
import sys

functions = {"main": {"entries": 1, "calls": {}}}
for i in range(1000):
    name = "space|%d::%s" % (i, "type<part>" * 20)
    functions["main"]["calls"][name] = int(sys.argv[1]) * (i + 1)
    functions[name] = {}
json.dump({"functions": functions}, sys.stdout)
