#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# calls.py PROFILE... - prints the reads and writes of each profile, without the tool; paths without
# their folders:
#
#   KIND FILE calls N bytes N errors N jumps N
#
# See docs/format.md.

import collections
import struct
import sys

FIRST_DIRECTORY = 2048
PROCESS, FILES, IO = 15, 16, 17
KINDS = ["", "read", "write", "receive", "send", "get", "put"]


def areas(data):
    at = FIRST_DIRECTORY
    while at:
        following, capacity = struct.unpack_from("<QI", data, at)
        for i in range(capacity):
            kind, _, _, _, offset, size = struct.unpack_from("<IIIIQQ", data, at + 16 + 48 * i)
            if kind:
                yield kind, data[offset:offset + size]
        at = following


def name_of(raw):
    name = raw.split(b"\0")[0].decode()
    return name if name.startswith("unix") else name.rsplit("/", 1)[-1]


def calls(data):
    found = list(areas(data))
    if not any(kind == PROCESS for kind, _ in found):
        return ["no reads and writes"]
    names = {0: "unknown"}
    for kind, content in found:
        if kind == FILES:
            for number, _, raw in struct.iter_unpack("<II248s", content):
                if number:
                    names[number] = name_of(raw)
    sums = collections.defaultdict(lambda: [0] * 4)
    for kind, content in found:
        if kind != IO:
            continue
        for _, _, _, file, what, size, errors, jumps, *sizes in struct.iter_unpack("<QIIII13Q",
                                                                                   content):
            if what:
                old = sums[KINDS[what], names[file]]
                new = sum(sizes) + errors, size, errors, jumps
                sums[KINDS[what], names[file]] = [a + b for a, b in zip(old, new)]
    return ["%s %s calls %d bytes %d errors %d jumps %d" % (key + tuple(value))
            for key, value in sorted(sums.items())]


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        print("\n".join(calls(file.read())))
