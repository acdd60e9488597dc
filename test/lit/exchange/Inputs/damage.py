#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage.py FILE TOOL [OPTION...] - damages a merged profile in many ways, and reports each.

Prints the errors that occurred, and how many reports ended by a signal."""
import random
import re
import struct
import subprocess
import sys

data, tool = open(sys.argv[1], "rb").read(), sys.argv[2]
options = sys.argv[3:]
errors, crashes = set(), 0


def report(damaged):
    global crashes
    with open("damaged", "wb") as file:
        file.write(damaged)
    run = subprocess.run([tool, "report", *options, "damaged"], capture_output=True)
    if run.returncode not in (0, 1) or run.stderr.count(b"\n") > 20:
        crashes += 1
    errors.add(re.sub(r"[0-9]{2,}|kind [0-9]+", "N", run.stderr.decode(errors="replace")))


report(data[:len(data) // 2])
report(data[:8] + struct.pack("<I", 9) + data[12:])
tables = struct.unpack_from("<I", data, 24)[0]
for i in range(tables):
    at = 32 + 24 * i
    for word, value in ((0, 1 << 62), (8, 1 << 40), (16, 1 << 50)):
        changed = bytearray(data)
        struct.pack_into("<Q", changed, at + word, value)
        report(bytes(changed))
    kind, record, n, offset = struct.unpack_from("<IIQQ", data, at)
    if kind > 2 and n:
        for field in range(0, min(record, 24), 4):
            changed = bytearray(data)
            struct.pack_into("<I", changed, offset + field, 0x7ffffff0)
            report(bytes(changed))
draw = random.Random(1)
for _ in range(20):
    changed = bytearray(data)
    for _ in range(draw.randint(1, 8)):
        changed[draw.randrange(32, len(data))] = draw.randrange(256)
    report(bytes(changed))
print("".join(sorted(errors)))
print(crashes, "crashes")
