# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""other-build.py FILE - changes the GNU build-id of an ELF file, or its last byte if it has none."""

import sys

with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())
at = data.find(b"\x03\0\0\0GNU\0")
at = at + 8 if at > 0 else len(data) - 1
data[at] ^= 255
with open(sys.argv[1], "wb") as file:
    file.write(data)
