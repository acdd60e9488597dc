# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""covered.py TRACEFILE [--keep NAME] [--llvm-cov FILE] [--summary FILE]

Reads a tracefile of lcov as its manual (geninfo, FILES) describes it, and nothing else: the order of
records, sums that add up, lines ascending and each once, calls of every function, two ways of each
branch.  A function's line has executions, and if it was executed some function there was called: lcov 2
refuses other files.  With --keep it counts files of this name only.  With --llvm-cov a file in the form of
`llvm-cov export` has the same lines, branches and sums; with --summary so has what lcov printed.
"""

import argparse
import json
import re
import sys

ORDER = ["TN", "SF", "FN", "FNDA", "FNF", "FNH", "BRDA", "BRF", "BRH", "DA", "LF", "LH"]


def require(what, *words):
    if not what:
        sys.exit(" ".join(str(word) for word in words))


def section(records):
    at = [ORDER.index(key) for key, _ in records]
    require(at == sorted(at), "records are in another order", records)
    lists = {key: [value for k, value in records if k == key] for key in ORDER}
    for key in ("TN", "SF", "FNF", "FNH", "LF", "LH"):
        require(len(lists[key]) == 1, key, "is not there once", lists["SF"])
    require(lists["SF"][0].startswith("/"), "not absolute:", lists["SF"])
    lines = [tuple(map(int, value.split(","))) for value in lists["DA"]]
    require(all(a[0] < b[0] for a, b in zip(lines, lines[1:])), "lines are not ascending", lines)
    require(lines and all(line > 0 and n >= 0 for line, n in lines), lines)
    require([int(lists[k][0]) for k in ("LF", "LH")] ==
            [len(lines), sum(n > 0 for _, n in lines)], "lines found and hit", lists["LF"])
    names = [value.split(",", 1)[1] for value in lists["FN"]]
    calls = [value.split(",", 1) for value in lists["FNDA"]]
    require(names == [name for _, name in calls], "functions differ", names, calls)
    require([int(lists[k][0]) for k in ("FNF", "FNH")] ==
            [len(names), sum(n != "0" for n, _ in calls)], "functions found and hit")
    executed, called = dict(lines), {}
    for value, (n, _) in zip(lists["FN"], calls):
        at = int(value.split(",")[0])
        require(at in executed, value, "is at a line without executions")
        called[at] = called.get(at, 0) + int(n)
    for at, n in called.items():
        require((n > 0) == (executed[at] > 0), "line", at, "has", executed[at], "executions, its function", n)
    ways = [value.split(",") for value in lists["BRDA"]]
    for one, two in zip(ways[::2], ways[1::2]):
        require(one[:2] == two[:2] and (one[2], two[2]) == ("0", "1"), "ways", one, two)
        require((one[3] == "-") == (two[3] == "-"), "half a branch was reached", one, two)
    hit = sum(w[3] not in "-0" for w in ways)
    require(not ways or [int(lists[k][0]) for k in ("BRF", "BRH")] == [len(ways), hit], ways)
    return lists["SF"][0], {"lines": lines, "branches": ways, "functions": calls,
                            "sums": {"lines": (len(lines), sum(n > 0 for _, n in lines)),
                                     "functions": (len(calls), sum(n != "0" for n, _ in calls)),
                                     "branches": (len(ways), hit)}}


def read(path):
    files, records = {}, []
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    require(text.endswith("end_of_record\n"), "the last section has no end")
    for line in text.split("\n")[:-1]:
        if line == "end_of_record":
            name, what = section(records)
            require(name not in files, name, "is there twice")
            files[name], records = what, []
            continue
        key, colon, value = line.partition(":")
        require(colon and key in ORDER, "no record of a tracefile:", line)
        records.append((key, value))
    return files


def lines_of(segments):
    """A count holds from its segment on; here each begins a line."""
    lines, last = [], None
    for line, column, count, has_count, begins, gap in segments:
        require(column == 1 and has_count == begins and not gap, "segment", line)
        require(last is None or last < line, "segments are not ascending")
        last = line
        if has_count:
            lines.append((line, count))
    return lines


def compare(files, data):
    require(data["type"] == "llvm.coverage.json.export" and data["version"] == "2.0.1", "type")
    [data] = data["data"]
    require([f["filename"] for f in data["files"]] == list(files), "files differ")
    for f in data["files"]:
        ours = files[f["filename"]]
        require(lines_of(f["segments"]) == ours["lines"], f["filename"], "lines differ")
        ways = [n for b in f["branches"] for n in (b[4], b[5])]
        require(ways == [0 if w[3] == "-" else int(w[3]) for w in ours["branches"]], "branches")
        for kind, sums in ours["sums"].items():
            got = f["summary"][kind]
            require((got["count"], got["covered"]) == sums, kind, got, sums)
    require(sorted((str(f["count"]), f["name"]) for f in data["functions"]) ==
            sorted(tuple(c) for f in files.values() for c in f["functions"]), "functions differ")
    for kind in ("lines", "functions", "branches"):
        total = [sum(f["sums"][kind][i] for f in files.values()) for i in (0, 1)]
        got = data["totals"][kind]
        require([got["count"], got["covered"]] == total, "totals", kind, got, total)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--keep", default="")
    parser.add_argument("--llvm-cov")
    parser.add_argument("--summary")
    a = parser.parse_args()
    files = {k: v for k, v in read(a.file).items() if a.keep in k.rsplit("/", 1)[1]}
    lines = [n for f in files.values() for _, n in f["lines"]]
    said = f"{len(files)} file{'s' * (len(files) != 1)}, {len(lines)} lines, {lines.count(0)} never ran"
    if a.llvm_cov:
        with open(a.llvm_cov, encoding="utf-8") as file:
            compare(files, json.load(file))
        said += "; the JSON agrees"
    if a.summary:
        with open(a.summary, encoding="utf-8") as file:
            text = file.read()
        for kind in ("lines", "functions", "branches"):
            total, hit = (sum(f["sums"][kind][i] for f in files.values()) for i in (0, 1))
            match = re.search(kind + r"\.+: .*\((\d+) of (\d+) ", text)
            require(match and (int(match[1]), int(match[2])) == (hit, total), kind, hit, total, text)
        said += "; the summary agrees"
    print(said)


main()
