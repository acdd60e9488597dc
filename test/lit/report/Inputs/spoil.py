#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""spoil.py FROM TO - copies an ELF file with its compressed sections damaged."""

import os
import struct
import sys

with open(sys.argv[1], "rb") as file:
    content = bytearray(file.read())
headers, = struct.unpack_from("<Q", content, 0x28)
number, = struct.unpack_from("<H", content, 0x3c)
for i in range(number):
    flags, _, offset, size = struct.unpack_from("<QQQQ", content, headers + 64 * i + 8)
    if flags & 0x800:
        content[offset + 24 + (size - 24) // 2] ^= 0xff
        struct.pack_into("<Q", content, offset + 8,
                         struct.unpack_from("<Q", content, offset + 8)[0] + 1)
with open(sys.argv[2], "wb") as file:
    file.write(content)
os.chmod(sys.argv[2], 0o755)
