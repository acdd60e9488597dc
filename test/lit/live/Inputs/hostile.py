# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hostile.py CASE FILE

A process that has a file mapped that says to be its profile, and is made to harm who reads
it.  A line on stdout says that it is ready; it ends with its stdin.
"""

import mmap
import os
import struct
import sys
import threading

PAGE, FIRST_DIR = 4096, 2048
HEADER = "<8sIIIIQ"  # as far as file_end
LIST = 8 + 16 + 8 + 16 + 7 * 8 + 16 * 8  # offset of 'snapshots'
BLOCK, SAMPLES = 4, 6


def entry(kind, offset, size, module=0xffffffff):
    return struct.pack("<IIIIQQQQ", kind, 0, module, 0, offset, size, 0, 0)


def directory(following, *entries):
    return struct.pack("<QII", following, len(entries), 0) + b"".join(entries)


def sound(size):
    data = bytearray(size)
    struct.pack_into(HEADER, data, 0, b"gprofLLV", 1, 0x01020304, 8, 0, size)
    struct.pack_into("<I", data, 32, os.getpid())
    struct.pack_into("<QQ", data, LIST + 8, 0, 64 << 20)
    return data


def put(data, at, what):
    data[at:at + len(what)] = what


def far_end(data):
    """64 KB that say to be 1 GB, with a directory in the middle."""
    struct.pack_into("<Q", data, 24, 1 << 30)
    put(data, FIRST_DIR, directory(1 << 29))


def ring(data):
    """A directory that is its own successor."""
    put(data, FIRST_DIR, directory(FIRST_DIR, entry(BLOCK, PAGE, PAGE)))


def overlap(data):
    """Entries that are all of the whole file."""
    put(data, FIRST_DIR, directory(PAGE))
    n = (len(data) - PAGE) // 64 - 1
    put(data, PAGE, directory(0, *[entry(BLOCK, 0, len(data))] * n))


def past(data):
    """More entries than there is room for."""
    put(data, FIRST_DIR, struct.pack("<QII", 0, 0xffffffff, 0))


def odd_end(data):
    """An end that is no place for anything."""
    struct.pack_into("<Q", data, 24, len(data) - 3)
    put(data, FIRST_DIR, directory(0))


def fine(data):
    put(data, FIRST_DIR, directory(0))


def truncate(fd):
    os.ftruncate(fd, 100)


def grow(fd):
    """A file of holes without end."""
    os.ftruncate(fd, 1 << 43)
    os.pwrite(fd, struct.pack("<Q", 1 << 43), 24)


def churn(fd):
    """Its end and its list are never the same."""
    def run():
        n = 0
        while True:
            n += 8
            os.pwrite(fd, struct.pack("<Q", PAGE * 16 - n % 2048), 24)
            os.pwrite(fd, struct.pack("<Q", n), LIST)
    threading.Thread(target=run, daemon=True).start()


def main():
    case, path = sys.argv[1:]
    data = sound(16 << 20 if case == "overlap" else 65536)
    after = {"truncate": truncate, "grow": grow, "churn": churn}.get(case)
    (fine if after else globals()[case])(data)
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(fd, data)
    kept = mmap.mmap(fd, PAGE)
    if after:
        after(fd)
    print("ready", flush=True)
    sys.stdin.read()
    del kept


main()
