# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""set_counters.py PROFILE EVENT ENABLED RUNNING - writes set.gprof, in which the counters of an
event, by its id, have these times, as if it had taken turns with others."""
import struct
import sys

DIRECTORY = 2048
COUNTER = 32

path = sys.argv[1]
event, enabled, running = map(int, sys.argv[2:])
with open(path, "rb") as file:
    data = bytearray(file.read())
at, changed = DIRECTORY, 0
while at:
    following, n = struct.unpack_from("<QI", data, at)
    for i in range(n):
        kind, _, _, _, offset, size = struct.unpack_from("<IIIIQQ", data, at + 16 + 48 * i)
        for c in range(offset, offset + size, COUNTER) if kind == 24 else ():
            if struct.unpack_from("<I", data, c)[0] == event:
                struct.pack_into("<QQ", data, c + 16, enabled, running)
                changed += 1
    at = following
if not changed:
    sys.exit("no such counter")
with open("set.gprof", "wb") as file:
    file.write(data)
