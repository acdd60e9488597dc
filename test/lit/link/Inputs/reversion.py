#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""reversion.py OBJECT VERSION - gives all records of the object's static sections a version."""

import struct
import sys


def sections(data):
    """Name, offset and size of each section of a 64-bit ELF file."""
    start, = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    heads = [struct.unpack_from("<IIQQQQ", data, start + i * size) for i in range(count)]
    for name, _, _, _, offset, length in heads:
        at = heads[names][4] + name
        yield bytes(data[at:data.index(0, at)]), offset, length


def main():
    data, version = bytearray(open(sys.argv[1], "rb").read()), int(sys.argv[2])
    for name, offset, length in sections(data):
        at = offset
        while name == b"gprof_cg" and at < offset + length:
            struct.pack_into("<H", data, at + 2, version)
            at += struct.unpack_from("<I", data, at + 4)[0]
    open(sys.argv[1], "wb").write(data)


main()
