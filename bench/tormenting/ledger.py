# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ledger - what a storm's program knows of itself (ledger.h), and what its profiles say."""

import json
import struct

FUNCTIONS = 8
HEAD = struct.Struct("=QQQ232s")
CELL = struct.Struct("=%dQ%dq" % (FUNCTIONS, FUNCTIONS))
NAMES = ["counted_%d" % i for i in range(FUNCTIONS)]


class Ledger:
    """threads, kills, mistakes, first: of the program; calls and under_way: {function: number}"""

    def __init__(self, data):
        self.threads, self.kills, self.mistakes, first = HEAD.unpack_from(data)
        self.first = first.split(b"\0")[0].decode(errors="replace")
        cells = list(CELL.iter_unpack(data[HEAD.size:]))
        columns = [sum(column) for column in zip(*cells)]
        self.calls = dict(zip(NAMES, columns[:FUNCTIONS]))
        self.under_way = dict(zip(NAMES, columns[FUNCTIONS:]))


def read(path):
    """An empty one if the program has not come as far as to make it: it hung, or died at once."""
    try:
        with open(path, "rb") as file:
            return Ledger(file.read())
    except FileNotFoundError:
        return Ledger(bytes(HEAD.size + CELL.size))


def counted(exported):
    """{function: calls} of one `gprof-llvm export`."""
    found = dict.fromkeys(NAMES, 0)
    for function in json.loads(exported)["functions"]:
        if function["name"] in found:
            found[function["name"]] += function["calls"]
    return found


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
