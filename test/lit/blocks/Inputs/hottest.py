# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hottest.py REPORT - the blocks of a report add up to its instructions."""

import sys

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
rows = text.split("where\n")[1].split("\n\n")[0].splitlines()
total = sum(int(row.split()[1]) for row in rows)
assert total == int(text.split(": ")[1].split()[0]), total
print("blocks add up")
