#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tables.py MERGED OUT CHANGE - changes tables of a merged profile, by docs/format.md alone.

CHANGE: 'later' gives the tables of executed instructions kinds that no reader knows;
KIND,RECORD,OFFSET,VALUE writes 32 bits into a record of a table."""
import struct
import sys

HEAD, TABLE = 32, struct.Struct("<IIQQ")


def main(merged, out, change):
    data = bytearray(open(merged, "rb").read())
    n = struct.unpack_from("<I", data, 24)[0]
    for at in range(HEAD, HEAD + n * TABLE.size, TABLE.size):
        kind, record, _, offset = TABLE.unpack_from(data, at)
        if change == "later" and kind > 15:
            struct.pack_into("<I", data, at, 1000 + kind)
        elif change != "later" and kind == int(change.split(",")[0]):
            _, number, field, value = map(int, change.split(","))
            struct.pack_into("<I", data, offset + number * record + field, value)
    open(out, "wb").write(data)


main(*sys.argv[1:])
