#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pool-damage.py FILE ring|area|cut - makes a sound profile a damaged one."""

import struct
import sys

DIRECTORY = 2048


def main():
    path, how = sys.argv[1:]
    with open(path, "rb") as file:
        data = bytearray(file.read())
    if how == "ring":
        struct.pack_into("<Q", data, DIRECTORY, DIRECTORY)
    elif how == "area":
        struct.pack_into("<Q", data, DIRECTORY + 16 + 24, 1 << 40)
    else:
        del data[len(data) // 2:]
    with open(path, "wb") as file:
        file.write(data)


main()
