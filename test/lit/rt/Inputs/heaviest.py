# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""heaviest.py PROFILE - ms that the heaviest class of samples at ticks weighs at most, of docs/format.md."""
import struct
import sys

data = open(sys.argv[1], "rb").read()
at, most = 2048, 0
while at:
    at, capacity, first = *struct.unpack_from("<QI", data, at), at + 16
    for entry in range(capacity):
        kind, _, _, _, offset, _ = struct.unpack_from("<IIIIQQ", data, first + 48 * entry)
        if kind != 6:
            continue
        for slot in range(struct.unpack_from("<Q", data, offset)[0]):
            _, _, flags, count, _ = struct.unpack_from("<QIIQQ", data, offset + 16 + 32 * slot)
            if count and not flags & 2:
                most = max(most, flags >> 16)
print(2 ** most // 1000000)
