# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sums.py TOOL PROGRAM: each function's lines, and its instructions, have its own time."""

import json
import re
import subprocess
import sys

tool, program = sys.argv[1:]
graph = json.loads(subprocess.run([tool, "export", program], capture_output=True, check=True).stdout)
own = {f["name"]: f["self_ns"] / 1e6 for f in graph["functions"]}
for option in ("--context=3", "--asm"):
    text = subprocess.run([tool, "annotate", "-b", "--limit=0", option, program], text=True,
                          capture_output=True, check=True).stdout
    name, lines, checked = None, {}, 0
    for line in text.splitlines():
        head = re.match(r"(\w+) \(.*:\d+\)$", line)
        row = re.match(r"\s*[0-9a-f?]*\s+([XPCM])\s+(\d+)[\s?]+([\d.]+)\s", line)
        if head:
            name = head[1]
        elif row:
            lines[name] = lines.get(name, 0) + int(row[2]) * float(row[3])
    for name, ms in lines.items():
        if abs(ms - own[name]) > 0.01 * int(ms + 1):
            sys.exit("%s %s: lines have %.2f ms, the report %.2f" % (option, name, ms, own[name]))
        checked += 1
    if checked < 3:
        sys.exit("only %d functions were there to check" % checked)
