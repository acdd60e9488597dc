#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pool-damage.py FILE ring|area|cut|bare|child - makes a sound profile a damaged one; with bare
that of a process killed before it told what it runs, with child that of a forked one that told
which libraries."""

import struct
import sys

DIRECTORY = 2048
MODULE, UNKNOWN, AREA_SIZE = 2, 999, 48
MAIN = 1


def main():
    path, how = sys.argv[1:]
    with open(path, "rb") as file:
        data = bytearray(file.read())
    if how == "ring":
        struct.pack_into("<Q", data, DIRECTORY, DIRECTORY)
    elif how == "area":
        struct.pack_into("<Q", data, DIRECTORY + 16 + 24, 1 << 40)
    elif how in ("bare", "child"):
        capacity = struct.unpack_from("<I", data, DIRECTORY + 8)[0]
        for at in range(DIRECTORY + 16, DIRECTORY + 16 + capacity * AREA_SIZE, AREA_SIZE):
            kind, offset = struct.unpack_from("<I12xQ", data, at)
            main = kind == MODULE and struct.unpack_from("<I", data, offset + 4)[0] & MAIN
            if (kind == MODULE and how == "bare") or (how == "child" and (main or kind > MODULE)):
                struct.pack_into("<I", data, at, UNKNOWN)
    else:
        del data[len(data) // 2:]
    with open(path, "wb") as file:
        file.write(data)


main()
