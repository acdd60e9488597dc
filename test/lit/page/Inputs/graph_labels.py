# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""graph_labels.py - many calls with much time from one function, some past a level."""
import json
from page import Browser, expect, recorded, show, silent, written

LEAVES = ["leaf_%d" % i for i in range(12)]
FAR = ["libc", "main>middle", "middle>low"]
with open("graph.json", "w", encoding="utf-8") as file:
    json.dump({"functions": {
        "main": {"entries": 1, "calls": {"middle": 3, **{leaf: 1234567 for leaf in LEAVES}}},
        "middle": {"calls": {"low": 7654321}},
        "low": {"calls": {leaf: 7654321 for leaf in LEAVES}}, **{leaf: {} for leaf in LEAVES}},
        "stacks": [{"calls": way + [way_from + ">" + leaf], "at": leaf, "ms": 100}
                   for leaf in LEAVES for way, way_from in ((["libc"], "main"), (FAR, "low"))]}, file)
PLACES = ("[...document.querySelectorAll('%s')].filter((x) => x.textContent || x.localName === 'rect')"
          ".map((x) => x.getBoundingClientRect()).map((r) => [r.left, r.top, r.right, r.bottom])")


def meet(a, b):
    """By more than the rounding of a place, pixels."""
    return min(a[2], b[2]) - max(a[0], b[0]) > 2 and min(a[3], b[3]) - max(a[1], b[1]) > 2


with Browser() as browser:
    page = browser.open(written(*recorded("graph.json")))
    show(page, "view=graph")
    labels = page(PLACES % "#drawn .label")
    boxes = page(PLACES % "#drawn .box > rect:first-child")
    expect("labels", len(labels), 26)
    expect("on boxes", [a for a in labels for b in boxes if meet(a, b)], [])
    expect("on labels", [a for i, a in enumerate(labels) for b in labels[:i] if meet(a, b)], [])
    silent(page)
