# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""limit.py - a chain of 260,000 functions: 250,000 are in the page, which counts the others."""
import base64
import json
import os
import re
import zlib
from page import TOP, expect, run, written

FUNCTIONS, ROOM = 260000, 250000
scaling = os.path.join(TOP, "bench", "scaling")
run("cc", "-O1", "-I" + os.path.join(TOP, "include"),
    *[os.path.join(scaling, name) for name in sorted(os.listdir(scaling)) if name.endswith(".c")],
    "-ldw", "-lelf", "-o", "scaling")
run("./scaling", "chain", str(FUNCTIONS), "0", "program")
with open(written("program", "program.gprof"), encoding="utf-8") as file:
    block = re.search(r'<script id="data" type="application/octet-stream">(.*?)<', file.read())[1]
data = json.loads(zlib.decompress(base64.b64decode(block)))
n, too_many = len(data["functions"]["name"]), data["too_many"]
expect("in the page", ROOM <= n < FUNCTIONS, True)
expect("all counted", too_many["functions"] + n >= FUNCTIONS, True)
expect("with time", any(data["functions"]["total_ns"]), True)
expect("arcs", too_many["arcs"] >= too_many["functions"] - 1, True)
expect("calls", too_many["calls"] >= too_many["most_calls"] > 0, True)
