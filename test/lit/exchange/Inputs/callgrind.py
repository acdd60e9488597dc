# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""callgrind.py FILE [--json FILE] [--code FILE]

Reads a file in callgrind's format, of the subset that all readers know: positions are lines,
absolute and decimal; names are compressed and defined once; no cost line but after fn=, no call
without a count.  Costs add up to summary and totals.  With --json own times, calls and
inclusive times are those of the export in JSON.  With --code
positions are instructions, too: those of the program are among those that objdump -d has listed there,
and calls stand at calls.
"""

import argparse
import collections
import json
import re
import sys

HEAD = re.compile(r"(version|creator|pid|cmd|part|desc|positions|event|events|summary): (.*)")
SPEC = re.compile(r"(ob|fl|fn|cob|cfi|cfn)=\((\d+)\)(?: (.*))?")
CALLS = re.compile(r"calls=(\d+) (?:0x([0-9a-f]+) )?(\d+)")
COST = re.compile(r"(?:0x([0-9a-f]+) )?(\d+) (\d+) (\d+)")
SPACE = {"ob": "ob", "cob": "ob", "fl": "fl", "cfi": "fl", "fn": "fn", "cfn": "fn"}

OUTSIDE = "<spontaneous>", "<unknown caller>"  # as the latter's, one call stands for any number


def require(what, *words):
    if not what:
        sys.exit(" ".join(str(word) for word in words))


class Reader:
    def __init__(self, text):
        require(text.endswith("\n"), "the last line is not whole")
        self.head, self.names, self.at = {}, {"ob": {}, "fl": {}, "fn": {}}, {}
        self.own, self.calls = collections.Counter(), collections.Counter()
        self.lines, self.inside = collections.Counter(), collections.Counter()
        self.samples, self.places, self.totals, self.pending = 0, {}, None, None
        self.entries, self.sites, self.instructions = set(), set(), set()
        for number, line in enumerate(text.split("\n")[:-1], 1):
            self.number = number
            require(line.isprintable(), number, "is not printable:", repr(line))
            self.read(line)
        require(self.pending is None, "calls= without a cost")
        require(self.totals == self.head["summary"], "totals", self.totals, "are not", self.head)
        require(self.totals == f"{sum(self.own.values())} {self.samples}", "own costs add up to",
                sum(self.own.values()), self.samples, "not to", self.totals)

    def read(self, line):
        if not line or line.startswith("#"):
            return
        match = HEAD.fullmatch(line)
        if match and not self.at:
            require(match[1] in ("desc", "event") or match[1] not in self.head, line, "again")
            require(match[1] != "summary" or "events" in self.head, "summary before events")
            self.head[match[1]] = match[2]
            return
        match = SPEC.fullmatch(line)
        if match:
            self.spec(*match.groups())
            return
        match = CALLS.fullmatch(line)
        if match:
            require(self.pending is None and int(match[1]), self.number, line)
            self.pending = int(match[1])
            self.position(self.entries, self.at["ob"], match[2])
            return
        match = COST.fullmatch(line)
        if match:
            self.position(self.instructions if self.pending is None else self.sites,
                          self.at["ob"], match[1])
            self.cost(*(int(n) for n in match.groups()[1:]))
            return
        require(line.startswith("totals: ") and self.totals is None, self.number, line)
        self.totals = line[8:]

    def position(self, kind, where, address):
        by_instruction = self.head["positions"] == "instr line"
        require(by_instruction == (address is not None), self.number, "is no such position")
        if address:
            kind.add((where, int(address, 16)))

    def spec(self, key, number, name):
        names = self.names[SPACE[key]]
        require((number in names) == (name is None), self.number, key, number, name)
        if name is not None:
            names[number] = name
        self.at[key] = names[number]
        if key in ("fn", "cfn"):
            place = self.at["ob"], self.at["fl"]
            if key == "cfn":  # where it is not said, as its caller
                place = self.at.pop("cob", place[0]), self.at.pop("cfi", place[1])
            if names[number] not in OUTSIDE:
                require(self.places.setdefault(number, place) == place, names[number], "has moved")

    def cost(self, line, ns, samples):
        require("fn" in self.at, self.number, "a cost without a function")
        if self.pending is None:
            self.own[self.at["fn"]] += ns
            self.lines[self.at["fn"], line] += ns
            self.samples += samples
            return
        require("cfn" in self.at, self.number, "a call of nothing")
        arc = self.at["fn"], self.at.pop("cfn")
        self.calls[arc] += self.pending
        self.inside[arc] += ns
        self.pending = None


def compare(reader, graph):
    names = [f["demangled"] for f in graph["functions"]]
    total = graph["time"]["total_ns"]
    require(abs(sum(reader.own.values()) - total) <= 1, reader.own, "is not", total)
    for f in graph["functions"]:
        ns = f["measured"]["self_ns"] if f["measured"] else f["self_ns"]
        if not f["name"].startswith("<"):
            require(abs(reader.own[f["demangled"]] - ns) <= 2, f["demangled"],
                    reader.own[f["demangled"]], ns)
        calls = max(f["spontaneous_calls"], 0)
        require(reader.calls["<spontaneous>", f["demangled"]] == calls, f["demangled"], calls)
    exact = {}
    for arc in graph["arcs"]:
        if arc["calls"]:
            exact[names[arc["caller"]], names[arc["callee"]]] = arc["calls"]
    ours = {arc: calls for arc, calls in reader.calls.items() if arc[0] not in OUTSIDE}
    require(ours == exact, "arcs differ:", ours.items() ^ exact.items())
    print(len(exact), "arcs agree")
    return names


def inclusive(reader, graph, names):
    """What readers add up, over the calls of a function, or for those that have none over its
    own, is the function's total.  Without recursion each arc has its time, too."""
    by_name = {f["demangled"]: f for f in graph["functions"]}
    into, out, agree = collections.Counter(), collections.Counter(), 0
    for (caller, callee), ns in reader.inside.items():
        into[callee] += ns
        out[caller] += ns if caller != callee else 0
    for name, ns in into.items():
        total = by_name[name]["measured"]["total_ns"]
        require(abs(ns - total) <= 10, name, "has", ns, "below its calls, not", total)
    partly = {names[arc["caller"]] for arc in graph["arcs"]
              if not arc["calls"] and arc["measured"]["total_ns"]}
    for name, f in by_name.items():
        if f["cycle"] or name in partly or name.startswith("<"):
            continue
        ns = reader.own[name] + out[name]
        require(abs(ns - f["measured"]["total_ns"]) <= 10, name, "has", ns, f["measured"])
        agree += 1
    for arc in graph["arcs"]:
        caller, callee = names[arc["caller"]], names[arc["callee"]]
        if arc["calls"] and not by_name[callee]["cycle"] and caller != callee:
            ns = reader.inside[caller, callee]
            require(abs(ns - arc["measured"]["total_ns"]) <= 10, caller, callee, ns, arc)
    print(len(into), "totals below calls agree,", agree, "of what functions call")


def check_code(reader, path, program):
    with open(path, encoding="utf-8") as file:
        code = {int(address, 16): text for address, text in
                re.findall(r"^ *([0-9a-f]+):\s+(.*)$", file.read(), re.M)}
    own = {a for ob, a in reader.instructions if ob.endswith(program)}
    sites = {a for ob, a in reader.sites if ob.endswith(program)}
    require(own <= code.keys(), "no instructions:", sorted(own - code.keys()))
    require(sites and all("call" in code.get(a, "") for a in sites), "no calls:",
            [(hex(a), code.get(a)) for a in sites])
    print(len(own), "instructions,", len(sites), "calls")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--json")
    parser.add_argument("--code")
    a = parser.parse_args()
    with open(a.file, encoding="utf-8", newline="") as file:
        reader = Reader(file.read())
    if a.code:
        check_code(reader, a.code, "program")
    if a.json:
        with open(a.json, encoding="utf-8") as file:
            graph = json.load(file)
        names = compare(reader, graph)
        if graph["stacks"]["measured"]:
            inclusive(reader, graph, names)


main()
