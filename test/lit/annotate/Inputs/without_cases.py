# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""without_cases.py SUM OUT - a merged profile as older versions wrote it: without its table of cases,
and of branches nothing tells where they lead."""
import struct
import sys

BRANCHES, CASES, UNKNOWN = 21, 22, 999
TOLD = 28  # of a branch

data = bytearray(open(sys.argv[1], "rb").read())
for at in range(32, 32 + 24 * struct.unpack_from("<I", data, 24)[0], 24):
    kind, record, n, offset = struct.unpack_from("<IIQQ", data, at)
    if kind == CASES:
        struct.pack_into("<I", data, at, UNKNOWN)
    for i in range(n if kind == BRANCHES else 0):
        struct.pack_into("<I", data, offset + i * record + TOLD, 0)
open(sys.argv[2], "wb").write(data)
