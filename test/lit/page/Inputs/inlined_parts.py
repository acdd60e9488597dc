# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""inlined_parts.py - where the page says what is inlined; the profiles are in the current directory."""
import os
import re
from page import TOP, Browser, expect, show, silent, written

# 80 and 48 of the 148 ms of 'work' itself.
SHARES = ["54.1 %", "32.4 %"]


def texts(page, what):
    return [re.sub(r"\s+", " ", text).strip() for text in
            page("[...document.querySelectorAll('%s')].map((e) => e.textContent)" % what)]


def check(page, place):
    show(page, "view=callers&f=work")
    wanted = "of its own time %s in pass, inlined%s, %s in step, inlined%s" % (
        SHARES[0], place[0], SHARES[1], place[1])
    expect("between callers and callees", texts(page, "#view .inside"), [wanted])
    expect("panel", texts(page, "#side .inside"), [wanted])
    # Others have none, nor has a part of the run.
    show(page, "view=callers&f=other")
    expect("other", texts(page, ".inside"), [])
    show(page, "view=callers&f=work&focus=twice")
    expect("part", texts(page, ".inside"), [])
    page("page.go({ focus: -1 })")


def check_rows(page, shown):
    show(page, "view=functions")
    rows = [e for e in texts(page, ".rows .row .name") if e.startswith("work")]
    expect("row", rows, ["work %s pass, inlined" % SHARES[0]])
    expect("shown", page("[...document.querySelectorAll('.rows .inside')].map((e) => e.offsetWidth > 0)"), [shown])
    expect("whole name", page("""[...document.querySelectorAll('.rows [data-name]')].every((e) =>
        e.textContent === e.dataset.name && e.scrollWidth <= Math.max(e.clientWidth, e.parentElement.clientWidth))"""), True)


with Browser() as browser:
    wide = browser.open(written("full", output="full.html"), width=1920, height=800)
    with open(os.path.join(TOP, "test", "lit", "annotate", "inlined-tree.c")) as source:
        lines = [n for n, text in enumerate(source, 1) if "always_inline)) void" in text]
    check(wide, [" (inlined-tree.c:%d)" % line for line in lines])
    check_rows(wide, True)
    # A command in a sentence is code, without the quotes that it has in the terminal.
    show(wide, "view=answers")
    expect("commands", wide("[...document.querySelectorAll('.answer code')].map((e) => e.textContent.split(' ').slice(0, 2).join(' '))"),
           ["gprof-llvm annotate"])
    expect("quotes", [text for text in texts(wide, ".answer p") if "`" in text or "'" in text], [])
    # Its name leads to its lines.
    show(wide, "view=callers&f=work")
    wide("document.querySelector('#view .inside .link').click()")
    wide.until("page.state.view === 'source' && page.state['source.inlined'] === 'pass'")
    silent(wide)
    narrow = browser.open("full.html", width=420, height=800)
    check_rows(narrow, False)
    silent(narrow)
    tables = browser.open(written("tables", output="tables.html"))
    check(tables, [" (inlined-tree.c)"] * 2)
    silent(tables)
