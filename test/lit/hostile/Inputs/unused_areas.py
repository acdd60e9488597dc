# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""unused_areas.py PROFILE TO - writes a copy that has the areas of the heap's stacks once more, as a
thread leaves them that made them while another one made the same: sums without a period, and frames
with the same numbers of which none is in use."""

import struct
import sys

DIRECTORY, ENTRY = 2048, 48
SUMS, FRAMES = 22, 23

with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())


def entries():
    at = DIRECTORY
    while at:
        following, n = struct.unpack_from("<QI", data, at)
        for i in range(n):
            yield at + 16 + ENTRY * i
        at = following


def kind(at):
    return struct.unpack_from("<I", data, at)[0]


free = [at for at in entries() if not kind(at)]
for at in [at for at in entries() if kind(at) in (SUMS, FRAMES)]:
    offset, size = struct.unpack_from("<QQ", data, at + 16)
    kept = 4 if kind(at) == FRAMES else 0
    to = free.pop(0)
    data[to:to + ENTRY] = data[at:at + ENTRY]
    struct.pack_into("<Q", data, to + 16, len(data))
    data += data[offset:offset + kept] + bytes(size - kept + -size % 8)
with open(sys.argv[2], "wb") as file:
    file.write(data)
