# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""callers_fit.py - a recursive function with a long name without blanks, on a phone and on a desk."""
import json
from page import Browser, expect, recorded, show, silent, written

NAME = "read_" + "every_part_of_" * 8 + "it"
SPEC = {"functions": {"main": {"entries": 1, "calls": {NAME: 123456}},
                      NAME: {"calls": {NAME: 123456789}}},
        "stacks": [{"calls": ["libc", "main>" + NAME], "at": NAME, "ms": 300}]}
BOX = """(() => { const box = document.querySelector('.picture rect[stroke]').getBoundingClientRect();
    const texts = [...document.querySelectorAll('.picture text[text-anchor=middle]')];
    return [texts.length, texts.every((text) => { const at = text.getBoundingClientRect();
        return at.left > box.left && at.right < box.right && at.top > box.top && at.bottom < box.bottom })] })()"""
# Lines that a heading takes.
HEADS = """Math.max(...[...document.querySelectorAll('#view .two th')].filter((head) => head.offsetWidth).map((head) =>
    Math.round((head.clientHeight - 6) / parseFloat(getComputedStyle(head).lineHeight))))"""
SIDEWAYS = "document.getElementById('view').scrollWidth - document.getElementById('view').clientWidth"

with open("spec.json", "w") as file:
    json.dump(SPEC, file)
path = written(*recorded("spec.json"))
with Browser() as browser:
    for width in (420, 1024, 1280, 1920):
        page = browser.open(path, width=width, height=800)
        show(page, "view=callers&f=" + NAME)
        expect("box at %d" % width, page(BOX), [5, True])
        expect("headings at %d" % width, page(HEADS) <= 2, True)
        expect("sideways at %d" % width, page(SIDEWAYS), 0)
        # One call is not "1 calls".
        page("page.go({ f: page.model.functions.name.indexOf('main') })")
        page.until("document.querySelector('.picture text[text-anchor=middle]').firstChild.data === 'main'")
        expect("calls of main", page("[...document.querySelectorAll('.picture text[text-anchor=middle]')].map((e) => e.textContent).filter((text) => text.includes('call'))"), ["1 call"])
        silent(page)
