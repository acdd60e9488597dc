# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ledger - what a storm's program knows of itself (ledger.h), and what its profiles say."""

import json
import struct

FUNCTIONS = 8
HEAD = struct.Struct("=QQQ232s")
HEAP = ("blocks", "bytes", "frees", "freed bytes")  # of each function that allocates
BLOCKS = FUNCTIONS * len(HEAP)
CELL = struct.Struct("=%dQ%dq%dQ%dq" % (FUNCTIONS, FUNCTIONS, BLOCKS, BLOCKS))
NAMES = ["counted_%d" % i for i in range(FUNCTIONS)]
ALLOCATORS = ["allocated_%d" % i for i in range(FUNCTIONS)]
FIGURES = ["%s %s" % (name, what) for name in ALLOCATORS for what in HEAP]


class Ledger:
    """threads, kills, mistakes, first: of the program; calls and under_way: {function: number};
    heap, heap_under_way: {figure: number}"""

    def __init__(self, data):
        self.threads, self.kills, self.mistakes, first = HEAD.unpack_from(data)
        self.first = first.split(b"\0")[0].decode(errors="replace")
        cells = list(CELL.iter_unpack(data[HEAD.size:]))
        columns = [sum(column) for column in zip(*cells)]
        self.calls = dict(zip(NAMES, columns[:FUNCTIONS]))
        self.under_way = dict(zip(NAMES, columns[FUNCTIONS:]))
        heap = columns[2 * FUNCTIONS:]
        self.heap = dict(zip(FIGURES, heap))
        self.heap_under_way = dict(zip(FIGURES, heap[BLOCKS:]))

    def blocks(self):
        return sum(self.heap[name + " blocks"] for name in ALLOCATORS)


def read(path):
    """An empty one if the program has not come as far as to make it: it hung, or died at once."""
    try:
        with open(path, "rb") as file:
            return Ledger(file.read())
    except FileNotFoundError:
        return Ledger(bytes(HEAD.size + CELL.size))


def functions(exported):
    """Those of one `gprof-llvm export`."""
    return json.loads(exported)["functions"]


def counted(found):
    """{function: calls} of functions."""
    calls = dict.fromkeys(NAMES, 0)
    for function in found:
        if function["name"] in calls:
            calls[function["name"]] += function["calls"]
    return calls


def allocated(found):
    """{figure: number} of functions, as Ledger.heap."""
    heap = dict.fromkeys(FIGURES, 0)
    for function in found:
        memory = function.get("memory")
        if not memory or function["name"] not in ALLOCATORS:
            continue
        blocks, size = memory["blocks"], memory["bytes"]
        gone = blocks - memory["left_blocks"], size - memory["left_bytes"]
        for what, number in zip(HEAP, (blocks, size, *gone)):
            heap["%s %s" % (function["name"], what)] += number
    return heap


def differences(known, found):
    return {name: found[name] - number for name, number in known.items() if found[name] != number}


def faults(known, under_way, found):
    """Those of the differences that no call under way explains."""
    return {name: number for name, number in differences(known, found).items()
            if not -max(0, under_way[name]) <= number < 0}


def compare(calls, under_way, found):
    """(lost beyond what was under way, under way and missing, gained) of all functions."""
    lost = missing = gained = 0
    for name, called in calls.items():
        less = called - found[name]
        allowed = max(0, under_way[name])
        gained += max(0, -less)
        missing += min(max(0, less), allowed)
        lost += max(0, less - allowed)
    return lost, missing, gained
