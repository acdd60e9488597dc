# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rows_grow.py - stacks of few and of many functions, in a low and in a high window."""
import json
from page import Browser, expect, recorded, show, silent, written

LEAST, MOST = 20, 28  # pixels, as in flame.js
HEIGHT = "page.shown.instance.rowHeight()"


def stacks(depth):
    names = ["f%d" % i for i in range(depth)]
    calls = {"main": {"entries": 1, "calls": {names[0]: 1, "other": 1}}, "other": {}}
    calls.update({name: {"calls": {after: 1}} for name, after in zip(names, names[1:])})
    calls[names[-1]] = {}
    with open("stacks%d.json" % depth, "w", encoding="utf-8") as file:
        json.dump({"functions": calls, "stacks": [
            {"calls": ["libc"] + ["%s>%s" % pair for pair in zip(["main"] + names, names[:n])], "at": names[n - 1], "ms": 90}
            for n in range(1, depth + 1)] + [{"calls": ["libc", "main>other"], "at": "other", "ms": 90 * depth}]}, file)
    return written(*recorded("stacks%d.json" % depth, "stacks%d" % depth), output="stacks%d.html" % depth)


with Browser() as browser:
    few, many = stacks(5), stacks(24)
    found = {}
    for html, height in ((few, 600), (many, 500), (many, 760), (many, 1080)):
        page = browser.open(html, height=height)
        show(page, "view=flame")
        found[html, height] = page(HEIGHT)
        canvas = page("[...document.querySelectorAll('canvas:not([hidden])')].map((c) => c.clientHeight)[0]")
        expect("canvas of %s at %d" % (html, height), canvas % found[html, height], 0)
        # What is below the pointer is what is drawn there.
        page("page.go({ 'flame.zoom': '' })")
        name = page("""(() => { const canvas = [...document.querySelectorAll('canvas:not([hidden])')].pop(), r = canvas.getBoundingClientRect();
            canvas.onmousemove({ clientX: r.left + 5, clientY: r.top + 1.5 * %s }); return document.getElementById('tip').textContent })()""" % HEIGHT)
        expect("second row", "main" in name, True)
        silent(page)
    expect("few", found[few, 600], MOST)
    expect("no room", found[many, 500], LEAST)
    expect("some room", LEAST < found[many, 760] < MOST or found[many, 760] == LEAST, True)
    expect("more room", found[many, 500] < found[many, 1080] <= MOST, True)
