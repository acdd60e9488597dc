#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""conserve.py < GRAPH.dot

Checks of a graph that `gprof-llvm graph --format=dot` wrote, for every box, that inflow = outflow +
own time: in nanoseconds and as printed.  Prints how many boxes and arcs it has, what
enters it from outside, and what its boxes used, as printed."""

import collections
import re
import sys

NAME = r'"((?:[^"\\]|\\.)*)"'
NODE = re.compile(r"^\t%s \[(.*)\];$" % NAME)
EDGE = re.compile(r"^\t%s -> %s \[(.*)\];$" % (NAME, NAME))
ATTRIBUTE = re.compile(r'(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^",\s]+))')


def attributes(text):
    return {key: quoted or plain for key, quoted, plain in ATTRIBUTE.findall(text)}


def tenths(figure):
    whole, part = figure.split(".")
    return int(whole) * 10 + int(part)


def main():
    box, balance, printed = {}, collections.Counter(), collections.Counter()
    outside, own, arcs = 0, 0, []
    for line in sys.stdin:
        edge, node = EDGE.match(line), NODE.match(line)
        if edge:
            arcs.append((edge[1], edge[2], attributes(edge[3])))
        elif node and node[1] not in ("graph",):
            a = attributes(node[2])
            if "ns" not in a:
                continue
            box[node[1]] = a["box"]
            balance[a["box"]] -= int(a["ns"])
            last = a["label"].split("\\n")[-1]
            if re.fullmatch(r"\d+\.\d", last):
                printed[a["box"]] -= tenths(last)
                own += tenths(last)
    flows = [arc for arc in arcs if arc[2].get("class") == "flow"]
    for start, end, a in flows:
        ns, share = int(a["ns"]), tenths(a["label"].split("\\n")[0])
        assert ns >= 0 and share >= 0, (start, end, a)
        balance[box[end]] += ns
        printed[box[end]] += share
        if start in box:
            assert box[start] != box[end], "an arc inside a box is in the sums: " + start
            balance[box[start]] -= ns
            printed[box[start]] -= share
        else:
            assert start.startswith("<outside>"), start
            outside += share
    assert not any(balance.values()), balance
    assert not any(printed.values()), printed
    print("%d boxes, %d arcs, %.1f in, %.1f own" % (len(set(box.values())), len(flows),
                                                    outside / 10, own / 10))


main()
