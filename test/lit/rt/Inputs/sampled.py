#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails unless each function named has time of its own or below it; an export on standard input."""
import json
import sys

rows = {f["name"]: f for f in json.load(sys.stdin)["functions"]}
for name in sys.argv[1:]:
    row = rows[name]
    if row["total_ns"] <= 0:
        sys.exit(f"'{name}' has no time")
