# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""inferred.py DESCRIPTION - it has a function that left stacks by a tail call."""
import sys
from page import TOOL, Browser, expect, recorded, run, show, silent, written

files = recorded(sys.argv[1])
LEGEND = "document.querySelector('#view .legend').textContent"
DRAWN = ("(page.drawn = [], (() => { const { fillText } = CanvasRenderingContext2D.prototype; CanvasRenderingContext2D.prototype.fillText = "
         "function (text, ...rest) { page.drawn.push(text); fillText.call(this, text, ...rest) } })(), page.show(), page.drawn)")
with Browser() as browser:
    page = browser.open(written(*files), width=1920)
    expect("known", page("page.model.calls.inferred.some((i) => i > 0)"), True)
    show(page, "view=flame")
    texts = page(DRAWN)
    expect("marked", any(text.startswith("[inferred] second") for text in texts), True)
    expect("as before", [text for text in texts if "~" in text], [])
    expect("explained", "inferred: it left the stack by a tail call" in page(LEGEND), True)
    silent(page)
    page = browser.open(written("--no-inferred", *files, output="plain.html"))
    show(page, "view=flame")
    expect("nothing to explain", "inferred" in page(LEGEND), False)
    silent(page)
# The same words stand in every format that has names alone.
for form in "folded", "speedscope":
    text = run(TOOL, "export", "--format=" + form, *files)
    expect(form, "[inferred] second" in text and "~second" not in text, True)
