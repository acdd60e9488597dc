#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# heap.py PROFILE... - prints the sums of the heap of each profile, without the tool:
#
#   blocks N bytes N frees N freed N temporary N young N left N peak N top N threads N foreign N
#
# 'peak' is the sum of the callers' bytes at the peak, 'top' the peak as the process kept it.
# See docs/format.md.

import struct
import sys

FIRST_DIRECTORY = 2048
HEAP, ALLOCATIONS = 11, 12


def areas(data):
    at = FIRST_DIRECTORY
    while at:
        following, capacity = struct.unpack_from("<QI", data, at)
        for i in range(capacity):
            kind, _, _, _, offset, size = struct.unpack_from("<IIIIQQ", data, at + 16 + 48 * i)
            if kind:
                yield kind, data[offset:offset + size]
        at = following


def signed(n):
    return (n + 2**63) % 2**64 - 2**63


def sums(data):
    found = list(areas(data))
    heap = [struct.unpack_from("<8Q", content) for kind, content in found if kind == HEAP]
    if not heap:
        return "no heap"
    _, _, top, epoch, threads, foreign, _, _ = heap[0]
    total = [0] * 7
    for kind, content in found:
        if kind != ALLOCATIONS:
            continue
        for _, _, _, *counts, at_peak, since in struct.iter_unpack("<QII8Q", content):
            peak = at_peak if since == epoch else counts[1] - counts[3]
            total = [a + b for a, b in zip(total, counts + [peak])]
    blocks, size, frees, freed, temporary, young, peak = total
    return ("blocks %d bytes %d frees %d freed %d temporary %d young %d left %d peak %d top %d "
            "threads %d foreign %d" % (blocks, size, frees, freed, temporary, young,
                                       signed(size - freed), signed(peak), signed(top), threads,
                                       foreign))


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        print(sums(file.read()))
