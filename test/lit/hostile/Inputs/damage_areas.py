# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage_areas.py PROFILE PROGRAM TOOL TYPE... - damages each of the first words of the areas of these
types in many ways.

Each view ends with status 0, or with status 1 and one line; and the counts of calls, which are in
other areas, are those of the whole file if it is read."""
import json
import random
import struct
import subprocess
import sys

DIRECTORY = 2048
WORDS = 24  # of an area
VALUES = 0, 1, 1 << 31, 1 << 63, (1 << 64) - 1
VIEWS = (("export",), ("report", "--times"), ("histogram", "--by=time"),
         ("export", "--format=firefox"), ("export", "--format=chrome"),
         ("report", "--measure=peak"), ("report", "--tree", "--measure=peak"),
         ("report", "--io"), ("report", "--faults"))


def areas(data, types):
    at = DIRECTORY
    while at:
        following, n = struct.unpack_from("<QI", data, at)
        for i in range(n):
            kind, _, _, _, offset, size = struct.unpack_from("<IIIIQQ", data, at + 16 + 48 * i)
            if kind in types:
                yield offset, size
        at = following


def calls(text):
    return {f["name"]: f["calls"] for f in json.loads(text)["functions"]}


def main():
    path, program, tool = sys.argv[1:4]
    with open(path, "rb") as file:
        data = file.read()
    found = list(areas(data, {int(t) for t in sys.argv[4:]}))
    whole = calls(subprocess.run([tool, "export", program, path], capture_output=True,
                                 check=True).stdout)
    draw = random.Random(7)
    runs = failures = 0
    for offset, size in found:
        for word in range(0, min(size, 8 * WORDS) - 7, 8):
            changed = bytearray(data)
            struct.pack_into("<Q", changed, offset + word, draw.choice(VALUES))
            with open("damaged.gprof", "wb") as file:
                file.write(changed)
            view = VIEWS[0] if word % 16 else draw.choice(VIEWS[1:])
            run = subprocess.run([tool, *view, program, "damaged.gprof"], capture_output=True)
            lines = run.stderr.count(b"\n")
            runs += 1
            if (run.returncode not in (0, 1) or (run.returncode == 1 and lines != 1) or
                    (not run.returncode and view == VIEWS[0] and not whole.items() <= calls(run.stdout).items())):
                failures += 1
                print("word", word, "of", offset, view, run.returncode, run.stderr.decode())
    if not found or not runs:
        sys.exit("no such area")
    print(failures, "failures")


main()
