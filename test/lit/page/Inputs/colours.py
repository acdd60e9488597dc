# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""colours.py - bands of callers and callees, and frames: by kind of code."""
import json
from page import Browser, expect, recorded, show, silent, written

KERNEL = 1  # GPROF_SAMPLE_KERNEL
with open("kinds.json", "w", encoding="utf-8") as file:
    json.dump({"functions": {"main": {"entries": 1, "calls": {"work": 3, "write": 5}}, "work": {}},
               "stacks": [{"calls": ["libc", "main>work"], "at": "work", "ms": 300},
                          {"calls": ["libc", "main>write"], "at": "libc", "ms": 200},
                          {"calls": ["libc", "main>work"], "at": "work", "ms": 400, "flags": KERNEL}]}, file)
BANDS = """Object.fromEntries([...document.querySelectorAll('.picture g')].map((g) => [g.querySelector('text').firstChild.data.trim(),
    g.querySelector('rect').getAttribute('fill')]))"""
FRAMES = """(() => { const { fillRect, fillText } = CanvasRenderingContext2D.prototype, filled = []; let last;
    CanvasRenderingContext2D.prototype.fillRect = function (...at) { last = this.fillStyle; fillRect.apply(this, at) };
    CanvasRenderingContext2D.prototype.fillText = function (text, ...at) { filled.push([text, last]); fillText.call(this, text, ...at) };
    page.show(); return Object.fromEntries(filled) })()"""
with Browser() as browser:
    page = browser.open(written(*recorded("kinds.json")))
    show(page, "view=callers&f=main")
    bands = page(BANDS)
    expect("program", bands["work"], "var(--own)")
    show(page, "view=callers&f=work")
    bands.update(page(BANDS))
    expect("kernel", bands["<kernel>"], "var(--kernel)")
    libraries = [colour for name, colour in bands.items() if "libc" in name or name == "write"]
    expect("libraries", set(libraries), {"var(--library)"})
    show(page, "view=flame")
    page("page.go({ f: -1 })")
    frames = page(FRAMES)
    for part, variable in (("<kernel>", "kernel"), ("libc" if "write" not in str(frames) else "write", "library")):
        [colour] = {colour for text, colour in frames.items() if part in text}
        expect(part, colour, page("page.colour('%s')" % variable))
    # What no kind of code is has the colour of none.
    page("page.go({ 'flame.colour': 'own' })")
    expect("by own share", page("[...document.querySelectorAll('.legend .swatch')].some((s) => s.style.background === "
                                "(() => { const i = document.createElement('i'); i.style.background = page.colour('library'); return i.style.background })())"), False)
    silent(page)
