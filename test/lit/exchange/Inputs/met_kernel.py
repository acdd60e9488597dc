#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""met_kernel.py PROFILE - adds to each sample one of the kernel that was met at the same place,
and stands before it in its table."""
import struct
import sys

FIRST_DIRECTORY, DIRECTORY, AREA, SAMPLES = 2048, 16, 48, 6
HEAD, SAMPLE = 16, struct.Struct("<QIIQQ")  # pc, stack, flags, count, weight
KERNEL, FAULT = 1, 1024

with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())
added = 0
for i in range(struct.unpack_from("<I", data, FIRST_DIRECTORY + 8)[0]):
    kind, _, _, _, offset, size = struct.unpack_from(
        "<IIIIQQ", data, FIRST_DIRECTORY + DIRECTORY + AREA * i)
    if kind != SAMPLES:
        continue
    slots = range(offset + HEAD, offset + size - SAMPLE.size + 1, SAMPLE.size)
    found = [s for s in (SAMPLE.unpack_from(data, at) for at in slots) if s[3]]
    both = [s for pc, stack, flags, count, weight in found
            for s in ((pc, stack, flags & ~KERNEL | KERNEL | FAULT, 1, 1000000),
                      (pc, stack, flags, count, weight)) if not flags & KERNEL]
    assert len(both) <= len(slots), "no room"
    added += len(both) // 2
    for at, sample in zip(slots, both + [(0, 0, 0, 0, 0)] * (len(slots) - len(both))):
        SAMPLE.pack_into(data, at, *sample)
with open(sys.argv[1], "wb") as file:
    file.write(data)
print(added, "added")
