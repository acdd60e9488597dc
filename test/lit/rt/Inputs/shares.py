# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""shares.py SAID JSON - whether functions have their shares of the time of all named in SAID, lines
"NAME SECONDS": within four standard errors of as many samples, and a tenth of the time."""

import json
import math
import sys

with open(sys.argv[1]) as file:
    said = {name: float(seconds) for name, seconds in map(str.split, file)}
with open(sys.argv[2]) as file:
    rows = {row["name"]: row for row in json.load(file)["functions"]}
found = {name: rows[name]["measured"]["self_ns"] for name in said}
samples = sum(rows[name]["measured"]["self_samples"] for name in said)
wrong = 0
for name, seconds in said.items():
    truth, share = seconds / sum(said.values()), found[name] / sum(found.values())
    most = 0.1 + 4 * math.sqrt(truth * (1 - truth) / samples)
    print("%s: %.3f, by its clock %.3f, at most %.3f off" % (name, share, truth, most))
    wrong += abs(share - truth) > most
sys.exit(wrong > 0 or samples < 40)
