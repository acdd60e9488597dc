# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""threads.py TOOL BINARY PROFILE CHART - each row of a chart of instructions by thread has as many as
'report --thread' has of it, and the rows add up to all."""
import re
import subprocess
import sys

tool, binary, profile, path = sys.argv[1:]


def executed(*options):
    report = subprocess.run([tool, "report", "-b", "--measure=instructions", *options, binary,
                             profile], check=True, stdout=subprocess.PIPE, text=True).stdout
    return int(re.search(r": (\d+) instructions", report).group(1))


with open(path, encoding="utf-8") as file:
    rows = re.findall(r"^ *\d+ +(\d+) .*slot #(\d+)", file.read(), re.MULTILINE)
got = {slot: int(n) for n, slot in rows}
wanted = {slot: executed("--thread=#" + slot) for slot in got}
if got != wanted or len(got) != 3 or sum(got.values()) != executed():
    sys.exit("%r, not %r of %r" % (got, wanted, executed()))
large, small, _ = sorted(got.values(), reverse=True)
if not 2.99 < large / small < 3.01:
    sys.exit("%d is not three times %d" % (large, small))
