# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""unsort_tables.py FROM TO KIND SEED - a copy of a library whose sorted unwind table is not.

KIND: swap (three pairs of entries), shuffle, starts (only the addresses of functions), fdes
(only where their tables are), zero (no entries), one (a single one), long (more than there are).
"""

import random
import struct
import subprocess
import sys


def header(path):
    """Where .eh_frame_hdr is in the file."""
    listed = subprocess.run(["readelf", "-SW", path], capture_output=True, text=True).stdout
    for line in listed.splitlines():
        if ".eh_frame_hdr" in line:
            return int(line.split("PROGBITS")[1].split()[1], 16)
    sys.exit("no .eh_frame_hdr")


def changed(kind, table, choose):
    starts, fdes = [list(column) for column in zip(*table)]
    if kind == "shuffle":
        choose.shuffle(table)
        return table
    if kind == "swap":
        for _ in range(3):
            i, j = choose.randrange(len(table)), choose.randrange(len(table))
            table[i], table[j] = table[j], table[i]
        return table
    if kind == "one":
        return [choose.choice(table)] + table[1:]
    if kind in ("starts", "fdes"):
        choose.shuffle(starts if kind == "starts" else fdes)
    return list(zip(starts, fdes))


def main():
    source, to, kind, seed = sys.argv[1:]
    with open(source, "rb") as file:
        data = bytearray(file.read())
    at = header(source) + 8
    n = struct.unpack_from("<I", data, at)[0]
    table = [struct.unpack_from("<ii", data, at + 4 + 8 * i) for i in range(n)]
    for i, entry in enumerate(changed(kind, table, random.Random(int(seed)))):
        struct.pack_into("<ii", data, at + 4 + 8 * i, *entry)
    struct.pack_into("<I", data, at, {"zero": 0, "one": 1, "long": 2**31 - 1}.get(kind, n))
    with open(to, "wb") as file:
        file.write(data)


main()
