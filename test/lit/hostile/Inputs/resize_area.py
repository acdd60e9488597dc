# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""resize_area.py PROFILE TYPE SIZE - writes resized.gprof, in which areas of this type have another
size."""
import struct
import sys

DIRECTORY = 2048

path, kind, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with open(path, "rb") as file:
    data = bytearray(file.read())
at = DIRECTORY
while at:
    following, n = struct.unpack_from("<QI", data, at)
    for i in range(n):
        entry = at + 16 + 48 * i
        if struct.unpack_from("<I", data, entry)[0] == kind:
            struct.pack_into("<Q", data, entry + 24, size)
    at = following
with open("resized.gprof", "wb") as file:
    file.write(data)
