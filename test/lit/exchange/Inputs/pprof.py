# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pprof.py FILE [--folded FILE] [--leaves] [--json FILE] [--calls FILE.csv] [--print]

Decodes an exported profile.proto and checks what readers rely on (CheckValid() of pprof and
more); then its stacks against those of the folded export, its time against the total of the
JSON, its calls against the CSV table of arcs.  With --leaves only the innermost functions are
compared: the tree of calls has no functions between them and the one that they are inlined in.  --print prints what it holds.
"""

import argparse
import collections
import csv
import gzip
import json
import sys

TEXT, NUMBER, NUMBERS, MESSAGE = range(4)
TYPE = {1: ("type", NUMBER), 2: ("unit", NUMBER)}
LABEL = {1: ("key", NUMBER), 2: ("str", NUMBER), 3: ("num", NUMBER)}
SAMPLE = {1: ("location", NUMBERS), 2: ("value", NUMBERS), 3: ("label", MESSAGE, LABEL)}
MAPPING = {1: ("id", NUMBER), 2: ("start", NUMBER), 3: ("limit", NUMBER), 5: ("file", NUMBER),
           6: ("build_id", NUMBER), 7: ("functions", NUMBER), 8: ("files", NUMBER),
           9: ("lines", NUMBER), 10: ("inlines", NUMBER)}
LINE = {1: ("function", NUMBER), 2: ("line", NUMBER)}
LOCATION = {1: ("id", NUMBER), 2: ("mapping", NUMBER), 3: ("address", NUMBER),
            4: ("line", MESSAGE, LINE)}
FUNCTION = {1: ("id", NUMBER), 2: ("name", NUMBER), 3: ("system_name", NUMBER),
            4: ("file", NUMBER), 5: ("start", NUMBER)}
PROFILE = {1: ("type", MESSAGE, TYPE), 2: ("sample", MESSAGE, SAMPLE),
           3: ("mapping", MESSAGE, MAPPING), 4: ("location", MESSAGE, LOCATION),
           5: ("function", MESSAGE, FUNCTION), 6: ("string", TEXT), 9: ("time", NUMBER),
           10: ("duration", NUMBER), 11: ("period_type", MESSAGE, TYPE), 12: ("period", NUMBER),
           13: ("comment", NUMBERS), 14: ("default", NUMBER)}


def require(what, *words):
    if not what:
        sys.exit(" ".join(str(word) for word in words))


def varint(data, at):
    value = shift = 0
    while True:
        require(at < len(data) and shift < 70, "a varint does not end at", at)
        value |= (data[at] & 0x7f) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def decode(data, fields):
    message, at = {}, 0
    for field in fields.values():
        message[field[0]] = [] if field[1] in (TEXT, NUMBERS, MESSAGE) else 0
    while at < len(data):
        key, at = varint(data, at)
        require(key >> 3 in fields, "field", key >> 3, "is not known")
        name, kind, *inner = fields[key >> 3]
        if kind == NUMBER:
            require(key & 7 == 0, name, "is no number")
            message[name], at = varint(data, at)
            require(message[name], name, "is 0 and should have been left out")
            continue
        require(key & 7 == 2, name, "has wire type", key & 7)
        size, at = varint(data, at)
        part = data[at:at + size]
        require(len(part) == size, name, "is cut")
        at += size
        if kind == TEXT:
            message[name].append(part.decode())
        elif kind == NUMBERS:
            inside = 0
            while inside < size:
                value, inside = varint(part, inside)
                message[name].append(value)
        else:
            message[name].append(decode(part, inner[0]))
    return message


def check(p):
    strings = p["string"]
    require(strings and strings[0] == "", "the first string is not empty")
    require(len(set(strings)) == len(strings), "a string is there twice")
    for text in strings:
        require(text.isprintable(), "a string is not printable:", repr(text))
    ids = {}
    for kind in ("mapping", "location", "function"):
        ids[kind] = {m["id"]: m for m in p[kind]}
        require(0 not in ids[kind], kind, "0")
        require(len(ids[kind]) == len(p[kind]), "an id of a", kind, "is there twice")
    for f in p["function"]:
        require(f["name"], "a function without a name")
        for key in ("name", "system_name", "file"):
            require(f[key] < len(strings), "no string", f[key])
    for m in p["mapping"]:
        require(m["limit"] >= m["start"] and m["functions"], "mapping", m)
    for l in p["location"]:
        require(l["line"], "a location without a line")
        require(not l["mapping"] or l["mapping"] in ids["mapping"], "no mapping", l["mapping"])
        for line in l["line"]:
            require(line["function"] in ids["function"], "no function", line["function"])
        if l["address"]:
            m = ids["mapping"][l["mapping"]]
            require(m["start"] <= l["address"] < m["limit"], "address outside of", m)
    for s in p["sample"]:
        require(len(s["value"]) == len(p["type"]), "values", s["value"])
        require(s["location"], "a sample without a location")
        for location in s["location"]:
            require(location in ids["location"], "no location", location)
        keys = [label["key"] for label in s["label"]]
        require(len(set(keys)) == len(keys), "a label is there twice")
        for label in s["label"]:
            require(bool(label["str"]) != bool(label["num"]), "a label with two values, or none")
    return ids


def stacks_of(p, ids):
    """Function names from the outermost on, for each sample, and the sample."""
    for s in p["sample"]:
        names = []
        for location in s["location"]:
            for line in ids["location"][location]["line"]:
                names.append(p["string"][ids["function"][line["function"]]["name"]])
        yield names[::-1], s


def compare_folded(p, ids, path, leaves):
    own, theirs = collections.Counter(), collections.Counter()
    for names, s in stacks_of(p, ids):
        own[";".join(name.replace(";", ":") for name in names[-leaves:])] += s["value"][-1] / 1000
    with open(path, encoding="utf-8") as file:
        for line in file:
            stack, _, weight = line.rstrip("\n").rpartition(" ")
            theirs[";".join(stack.split(";")[-leaves:])] += int(weight)
    for stack in own.keys() | theirs.keys():
        require(abs(own[stack] - theirs[stack]) <= 1.01 + leaves * len(p["sample"]), repr(stack), own[stack], "us, folded",
                theirs[stack])
    print(len(theirs), "stacks agree")


def compare_json(p, path):
    with open(path, encoding="utf-8") as file:
        total = json.load(file)["time"]["total_ns"]
    own = sum(s["value"][-1] for s in p["sample"])
    require(abs(own - total) <= 1, own, "ns, the report has", total)
    print("total agrees")


def compare_calls(p, ids, path):
    own, theirs = collections.Counter(), collections.Counter()
    for names, s in stacks_of(p, ids):
        if len(names) == 2:
            own[tuple(names)] += s["value"][0]
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if int(row["calls"]):
                theirs[row["caller_demangled"], row["callee_demangled"]] += int(row["calls"])
    require(own == theirs, "calls differ:", own - theirs, theirs - own)
    print(len(own), "arcs agree")


def show(p, ids):
    text = p["string"]
    print("types", *(f"{text[t['type']]}/{text[t['unit']]}" for t in p["type"]),
          "period", *(text[t["type"]] for t in p["period_type"]), p["period"],
          "default", text[p["default"]])
    for comment in p["comment"]:
        print("comment", text[comment])
    for m in p["mapping"]:
        print("mapping", m["id"], f"{m['start']:#x}-{m['limit']:#x}", text[m["file"]],
              text[m["build_id"]])
    for f in p["function"]:
        print("function", text[f["name"]], f"({text[f['system_name']]})",
              f"{text[f['file']]}:{f['start']}")
    for s in p["sample"]:
        frames = []
        for number in s["location"]:
            location = ids["location"][number]
            lines = [f"{text[ids['function'][line['function']]['name']]}:{line['line']}"
                     for line in location["line"]]
            frames.append("+".join(lines) + f"@{location['address']:#x}")
        labels = " ".join(f"{text[l['key']]}={text[l['str']] or l['num']}" for l in s["label"])
        print("sample", *s["value"], *frames, "|", labels)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--folded")
    parser.add_argument("--leaves", action="store_const", const=1, default=0)
    parser.add_argument("--json")
    parser.add_argument("--calls")
    parser.add_argument("--print", action="store_true")
    a = parser.parse_args()
    with open(a.file, "rb") as file:
        p = decode(gzip.decompress(file.read()), PROFILE)
    ids = check(p)
    if a.folded:
        compare_folded(p, ids, a.folded, a.leaves)
    if a.json:
        compare_json(p, a.json)
    if a.calls:
        compare_calls(p, ids, a.calls)
    if a.print:
        show(p, ids)


main()
