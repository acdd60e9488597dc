# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""json_executed.py TEXT JSON: whether both have the same executions at the same instructions."""
import json
import re
import sys

text = {int(m[1], 16): int(m[2]) for m in
        re.finditer(r"^ *([0-9a-f]+) +(\d+) ", open(sys.argv[1]).read(), re.M)}
rows = [(r["address"], r["executions"]["value"]) for f in json.load(open(sys.argv[2]))["functions"]
        for r in f["rows"] if "executions" in r]
assert len(text) > 2 and any(text.values()), text
assert len(rows) == len(dict(rows)) and dict(rows) == text, (rows, text)
