# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bounds.py FILE NEW FUNCTION LOW HIGH

Copies an export in JSON; instructions of a function are then only known to be between bounds, given
by their distance from the exact number; HIGH none: there is no upper one.
"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    graph = json.load(file)
function = next(f for f in graph["functions"] if f["name"] == sys.argv[3])
exact = function["instructions"]["self"]
function["instructions"].update(
    low=exact + int(sys.argv[4]), how="bounds",
    high=None if sys.argv[5] == "none" else exact + int(sys.argv[5]))
with open(sys.argv[2], "w", encoding="utf-8") as file:
    json.dump(graph, file)
