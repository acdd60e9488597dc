# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""graph_levels.py - many functions with much time and with little, some calls without any."""
import json
from page import Browser, expect, recorded, show, silent, written

MUCH, LITTLE = ["much_%d" % i for i in range(8)], ["little_%d" % i for i in range(12)]
with open("levels.json", "w", encoding="utf-8") as file:
    json.dump({"functions": {
        "main": {"entries": 1, "calls": {"high": 1}}, "high": {"calls": {n: 2345678 for n in MUCH + LITTLE}},
        "much_0": {"calls": {"much_1": 5}}, **{n: {} for n in MUCH[1:] + LITTLE}},
        "stacks": [{"calls": ["libc", "main>high", "high>" + n], "at": n, "ms": ms}
                   for names, ms in ((MUCH, 500), (LITTLE, 45)) for n in names]}, file)
BOXES = "[...document.querySelectorAll('.graph .box > text:nth-of-type(1)')].map((text) => text.textContent)"
LETTERS = ("Math.min(...[...document.querySelectorAll('.graph .drawn text')].filter((text) => text.textContent)"
           ".map((text) => parseFloat(getComputedStyle(text).fontSize) * page.shown.instance.scale()))")
# Labels with a point of an arc that is drawn, as thick as it is, inside.
STRUCK = """(() => { const found = []; for (const label of document.querySelectorAll('.drawn .label')) { if (!label.textContent) continue;
    const { x, y, width, height } = label.getBBox();
    for (const arc of document.querySelectorAll('.drawn g:not(.without) > .arc')) { const thick = parseFloat(getComputedStyle(arc).strokeWidth) / 2, length = arc.getTotalLength();
        if (arc.parentElement.contains(label) && thick > 1) for (let at = 0; at <= length; at += 2) { const p = arc.getPointAtLength(at);
            if (p.x > x - thick && p.x < x + width + thick && p.y > y + 2 - thick && p.y < y + height - 2 + thick) { found.push(label.textContent); break } } } }
    return found })()"""
SHOWN = "[...document.querySelectorAll('.drawn .arc')].filter((arc) => getComputedStyle(arc.parentElement).display !== 'none').length"
with Browser() as browser:
    html = written(*recorded("levels.json"))
    for width, height in ((1024, 768), (1280, 800), (1920, 1080), (420, 800)):
        page = browser.open(html, width=width, height=height)
        show(page, "view=graph")
        boxes = page(BOXES)
        expect("boxes at %d" % width, [name for name in boxes if name.startswith("little")], [])
        expect("much at %d" % width, sorted(name for name in boxes if name.startswith("much")), MUCH)
        expect("letters at %d" % width, page(LETTERS) >= 9, True)
        expect("struck through at %d" % width, page(STRUCK), [])
        silent(page)
    few = page(SHOWN)
    # The others, and then what took no time: two calls more.
    for level, more in (("more", 1), ("all", 0)):
        page("[...document.querySelectorAll('#view .chips button')][%d].click()" % (2 - more))
        page.until("page.state['graph.boxes'] === '%s'" % level)
        boxes = page(BOXES)
        expect("little of " + level, sorted(name for name in boxes if name.startswith("little")), sorted(LITTLE))
        shown = page(SHOWN)
        expect("arcs of " + level, shown > few, True)
        few = shown
    page("page.go({ 'graph.boxes': '' })")
    expect("again", [name for name in page(BOXES) if name.startswith("little")], [])
    # All of it in the frame.
    page("[...document.querySelectorAll('#view .tools button')].find((b) => b.textContent === 'all of it').click()")
    expect("outside", page("(({ left, right }) => [...document.querySelectorAll('.graph .box')].map((b) => b.getBoundingClientRect())"
                           ".filter((r) => r.left < left - 1 || r.right > right + 1).length)(document.querySelector('.graph').getBoundingClientRect())"), 0)
    silent(page)
