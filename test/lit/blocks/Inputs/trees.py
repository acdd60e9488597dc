# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trees.py - the rows of `report --measure=instructions', with --tree or without, for tests.

In a tree a place is named by the functions from the outermost on, joined by "/": of each there are the text of both figures, and
the places below.  added_up() checks that each place is its own instructions and the places below."""

import re
import subprocess
import sys

FIGURES = re.compile(r"^ *[0-9.]+ (.{20}) (.{20})  (.*)$")
LINES = ("|- ", "`- ", "|  ", "   ")


def number(text):
    return int(text.lstrip("~"))


def report(*options):
    return subprocess.run(["gprof-llvm", "report", "--measure=instructions", "-b", *options], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.splitlines()


def table(*options):
    """Instructions and calls by function."""
    rows = {}
    for line in report("--limit=0", *options):
        row = re.match(r"^ *[0-9.]+ +(\d+) +(\d+) +.* (\S+)$", line)
        if rows and not line:
            break
        if row:
            rows[row.group(3)] = int(row.group(1)), int(row.group(2))
    return rows


class Place:
    def __init__(self, total, own):
        self.total, self.own, self.below = total, own, []

    def added(self):
        return (number(self.own) if self.own else 0) + sum(number(x.total) for x in self.below)


def tree(*options):
    """Places by their names; "" is the program.  Of functions on one line each is a place, with what stands there."""
    whole = Place("0", "")
    places, path = {"": whole}, [("", whole)]
    for line in report("--tree", *options):
        row = FIGURES.match(line)
        if not row:
            continue
        total, own, text = row.group(1).strip(), row.group(2).strip(), row.group(3)
        level = 1
        while text.startswith(LINES):
            text, level = text[3:], level + 1
        del path[level:]
        names = re.split(" -> | <- ", text)
        for i, name in enumerate(names):
            place = Place(total, own if i == len(names) - 1 else "")
            path[-1][1].below.append(place)
            name = (path[-1][0] + "/" + name).lstrip("/")
            places[name] = place
            path.append((name, place))
        del path[level + 1:]
        path[level:] = [(name, place)]
    whole.total = str(whole.added())
    return places


def added_up(places):
    for name, place in places.items():
        if place.below or place.own:
            assert place.added() == number(place.total), (name, place.total, place.added())


def main(*options):
    """Trees of all sizes add up, and to the sum of all functions."""
    whole = sum(x[0] for x in table().values())
    for form in ("--tree=top-down", "--tree=bottom-up"):
        for option in options:
            places = tree(form, option)
            added_up({name: place for name, place in places.items() if name or form == "--tree=top-down"})
            assert number(places[""].total) == whole, (form, option, places[""].total, whole)


if __name__ == "__main__":
    main(*sys.argv[1:])
