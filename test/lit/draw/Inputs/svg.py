#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""svg.py < GRAPH.svg: the titles of its nodes, and the tooltips of its edges, sorted."""

import sys
import xml.etree.ElementTree as tree

SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"


def main():
    root = tree.parse(sys.stdin).getroot()
    assert root.tag == SVG + "svg", root.tag
    lines = set()
    for group in root.iter(SVG + "g"):
        title = group.find(SVG + "title")
        if group.get("class") == "node" and not title.text.startswith("<outside>"):
            lines.add("box: " + title.text)
        if "flow" in group.get("class", "").split():
            lines |= {"tip: " + " ".join(a.get(LINK + "title").split()) for a in
                      group.iter(SVG + "a")}
    print("\n".join(sorted(lines)))


main()
