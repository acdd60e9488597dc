# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""names_shown.py - C++ and Rust names at four widths, light and dark."""
import json
from page import Browser, expect, recorded, show, silent, written

SPACE = "company::product::subsystem::"
NAMES = [SPACE + name for name in (
    "Table<std::string, std::allocator<char> >::find", "Table<int, std::allocator<int> >::find",
    "Table<int, std::allocator<long> >::find", "SortedTable::find", "HashedTable::find",
    "operator<<", "Stream::operator()", "detail::NegativeSamplingOfAllThatThereIs::forward")] + [
    "<alloc::vec::Vec<company::Element> as core::iter::Extend<company::Element>>::extend",
    "company::count_all::<company::text::Whitespace>", "company::count_all::<company::text::Letters>"]
LAST = ("find", "operator<<", "operator()", "forward", "extend", "count_all", "main")
with open("names.json", "w", encoding="utf-8") as file:
    json.dump({"functions": {"main": {"entries": 1, "calls": {n: 123456789 * (1 + i % 3) for i, n in enumerate(NAMES)}},
                             **{n: {} for n in NAMES}},
               "stacks": [{"calls": ["libc", "main>" + n], "at": n, "ms": 60 + i} for i, n in enumerate(NAMES)]}, file)
# Of each list: what is shown, the whole, and whether it is cut by its cell.
LISTS = """[...new Set([...document.querySelectorAll('#view [data-name]')].map((e) => (e.closest('table') || e.closest('.rows') || document.body)))]
    .map((list) => [...list.querySelectorAll('[data-name]')].map((e) => [e.textContent, e.title,
        (({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)(e.closest('td') || e)]))"""
CUT = """[...document.querySelectorAll('.row > *, #view td, #side td, #side dd')].filter((e) => e.clientWidth && /\\d/.test(e.textContent) &&
    !e.dataset.name && !e.querySelector('[data-name]') && e.scrollWidth > e.clientWidth + 1 && !e.classList.contains('dim')).map((e) => e.textContent)"""
with Browser() as browser:
    html = written(*recorded("names.json"))
    for width, dark in ((1920, False), (1280, True), (1024, False), (420, True)):
        page = browser.open(html, width=width, dark=dark, phone=width < 600)
        for view in "answers", "functions", "callers", "source":
            show(page, "view=%s&f=main" % view)
            for shown in page(LISTS):
                where = "%s at %d" % (view, width)
                expect("cut in " + where, [text for text, _, cut in shown if cut], [])
                texts = {}
                for text, whole, _ in shown:
                    expect("alike in " + where, texts.setdefault(text, whole), whole)
                    if text != whole:
                        # The tool marks with two dots what its sentences leave out.
                        expect("marked in %s: %s" % (where, text), "\u2026" in text or ".." in text, True)
            expect("figures cut in %s at %d" % (view, width), page(CUT), [])
            expect("panel at %d" % width, page("(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.getElementById('side'))"), False)
        show(page, "view=functions")
        rows = page("[...document.querySelectorAll('.rows .row')].map((row) => row.children[0].textContent)")
        if width >= 1024:  # where there is room for the last part
            expect("last parts", [text for text in rows if not any(part in text for part in LAST) and text[0] != "<"], [])
        # In the pictures, too.
        for view, selector in ("callers", ".picture text"), ("graph", ".graph .box > text:nth-of-type(1)"):
            show(page, "view=%s&f=main" % view)
            texts = page("[...document.querySelectorAll('%s')].map((e) => e.firstChild.data.trim())" % selector)
            if view == "graph":
                expect("boxes alike at %d" % width, sorted(set(texts)), sorted(texts))
            expect("some of %s" % view, len(texts) > 5, True)
        silent(page)
