# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""begins.py - of a run that began inside f, called by A, checks that the tables and trees of `report --measure=instructions' give
no figure but a function's own instructions as exact."""

import re
import sys

from trees import report, tree

OPTIONS = sys.argv[1:]

for form in ("top-down", "bottom-up"):
    places = tree("--tree=" + form, "--min-percent=0", *OPTIONS)
    for name, place in places.items():
        if name and (form == "top-down" or "/" in name):
            assert place.total.startswith("~"), (form, name, place.total)
        if name.count("/") > 0 and place.own:
            assert place.own.startswith("~"), (form, name, place.own)
assert "main/B/f" in tree("--tree=top-down", "--min-percent=0", *OPTIONS)
rows = [re.match(r"^ *[0-9.]+ +(\d+) +1 +(\S+) +(\S+) +(f|B)$", line) for line in report("--limit=0", *OPTIONS)]
rows = {row.group(4): row for row in rows if row}
assert set(rows) == {"f", "B"}, rows
for name, row in rows.items():
    assert row.group(2).startswith("~") and row.group(3).startswith("~"), (name, row.groups())
