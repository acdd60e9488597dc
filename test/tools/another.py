# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""another.py PROFILE COPY...: copies of a profile, each as that of a run of its own."""
import struct
import sys

RUN_ID = 40  # struct gprof_file_header

profile = bytearray(open(sys.argv[1], "rb").read())
run, = struct.unpack_from("<Q", profile, RUN_ID)
for i, path in enumerate(sys.argv[2:], 1):
    struct.pack_into("<Q", profile, RUN_ID, (run + i) % 2**64 or 1)
    with open(path, "wb") as copy:
        copy.write(profile)
