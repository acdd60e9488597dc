# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rows.py TRUTH REPORT - compares the rows of `report --faults' with what the program knows.

TRUTH has lines "KIND TABLE NAME FAULTS SLACK": the table ("function" or "memory") of the kind
("minor" or "major") has a row whose name ends like that, with FAULTS, or up to SLACK more or fewer.
The table "total" is the head's number, "sum" all rows of the table of functions."""
import re
import sys

ROW = re.compile(r"^ *[0-9.]+ +([0-9]+) +(?:(?:±|\+-?)[0-9]+ *\??)? *(\S.*)$")


def read(lines):
    rows, table = {}, None
    for line in lines:
        title = re.match(r"(Minor|Major) page faults by (function|memory):", line)
        if title:
            table = title[1].lower(), title[2]
        head = re.match(r"([0-9]+) (minor|major) page faults;", line)
        if head:
            rows[head[2], "total"] = [("", int(head[1]))]
        row = ROW.match(line)
        if row and table:
            rows.setdefault(table, []).append((row[2].strip(), int(row[1])))
    for kind in "minor", "major":
        rows[kind, "sum"] = [("", sum(n for _, n in rows.get((kind, "function"), [])))]
    return rows


def main():
    with open(sys.argv[2], encoding="utf-8") as report:
        rows = read(report)
    failures = checked = 0
    with open(sys.argv[1]) as truth:
        for line in truth:
            kind, table, name, faults, slack = line.split()
            name = "" if name == "-" else name
            found = [n for text, n in rows.get((kind, table), []) if text.endswith(name)]
            checked += 1
            if len(found) != 1 or abs(found[0] - int(faults)) > int(slack):
                failures += 1
                print("expected", line.strip(), "found", found)
    print(checked, "rows,", failures, "failures")


main()
