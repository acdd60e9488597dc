# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""broken_lines.py TOOL BINARY PROFILE - the report of lines ends in order, whatever bytes the table of lines has."""
import random
import subprocess
import sys

tool, binary, profile = sys.argv[1:]
whole = open(binary, "rb").read()
sections = subprocess.run(["llvm-readelf", "-SW", binary], text=True, check=True, capture_output=True).stdout
row = next(line.split("]", 1)[1].split() for line in sections.splitlines() if ".debug_line " in line)
start, size = int(row[3], 16), int(row[4], 16)
drawn = random.Random(7)
for case in range(40):
    damaged = bytearray(whole)
    for _ in range(drawn.choice([1, 3, 30])):
        damaged[start + drawn.randrange(size)] = drawn.choice([0, 1, 4, 6, 9, 0x7f, 0x80, 0xff, drawn.randrange(256)])
    open("damaged", "wb").write(damaged)
    done = subprocess.run([tool, "annotate", "damaged", profile], capture_output=True)
    assert done.returncode in (0, 1), (case, done)
