# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""break-tables.py FROM TO SEED - copies an executable, its unwind tables broken.

Of .eh_frame and .eh_frame_hdr: a tenth of the bytes are random (seeds 1, 4, 7), all
are (2, 5, 8), or each record's length is (3, 6).
"""
import random
import struct
import sys


def sections(data):
    at, size, count, names = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from(
        "<HHH", data, 58)
    heads = [struct.unpack_from("<IIQQQQ", data, at + i * size) for i in range(count)]
    strings = heads[names][4]
    for head in heads:
        start = strings + head[0]
        yield bytes(data[start:data.index(0, start)]).decode(), head[4], head[5]


def main():
    source, target, seed = sys.argv[1:]
    with open(source, "rb") as f:
        data = bytearray(f.read())
    draw = random.Random(int(seed))
    for name, offset, size in list(sections(data)):
        if name not in (".eh_frame", ".eh_frame_hdr"):
            continue
        if int(seed) % 3 == 0:
            places = range(offset, offset + size, 4) if name == ".eh_frame" else ()
            for at in places:
                if draw.random() < 0.2:
                    struct.pack_into("<I", data, at, draw.choice((0, 4, 0xFFFF, 0xFFFFFFF0)))
            continue
        for at in range(offset + 4 * (name == ".eh_frame_hdr"), offset + size):
            if int(seed) % 3 == 2 or draw.random() < 0.1:
                data[at] = draw.randrange(256)
    with open(target, "wb") as f:
        f.write(data)
    import os
    os.chmod(target, 0o755)


main()
