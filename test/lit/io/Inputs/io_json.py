#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""io_json.py FILE - prints the member "io" of an exported JSON, a line for each kind of call."""
import json
import os
import sys

with open(sys.argv[1]) as file:
    profile = json.load(file)
io = profile["io"]
functions = {f["id"]: f["name"] for f in profile["functions"]}
kernel, counted = io["kernel"], io["counted"]
print("kernel %d %d, not counted %d %d" % (
    kernel["read_bytes"], kernel["written_bytes"],
    kernel["read_bytes"] - counted["read_bytes"],
    kernel["written_bytes"] - counted["written_bytes"]))
for call in sorted(io["calls"], key=lambda c: functions[c["function"]]):
    to = io["files"][call["file"]]
    print("%s %s %s %s calls %d bytes %d errors %d jumps %d sizes %s" % (
        functions[call["function"]], call["kind"], os.path.basename(to["name"]), to["kind"],
        call["calls"], call["bytes"], call["errors"], call["jumps"],
        " ".join(map(str, call["sizes"][:3]))))
