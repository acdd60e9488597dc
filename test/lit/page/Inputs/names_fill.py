# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""names_fill.py - names of many words in rows, in the panel, and in sentences."""
import json
from page import Browser, expect, recorded, show, silent, written

NAMES = ["glyphs::layout_lookup_accelerator_table_t::apply",
         "solver::NetworkSimplexOfManyNodes::BlockSearchPivotRule::findEnteringArc",
         "solver::NetworkSimplex<solver::Digraph, int, long>::LargeTreeStructure::update",
         "solver::read_all_of_them<solver::SmartDigraph, solver::MapOfArcs, solver::MapOfNodes>",
         "<heap::vec::Vec<solver::Element> as solver::iterators::ExtendByAll<solver::Element>>::extend"]
SHORT = ["sort", "Table::find", "operator<<"]
WORD = 10  # letters of the longest word
with open("fill.json", "w", encoding="utf-8") as file:
    json.dump({"functions": {"main": {"entries": 1, "calls": {n: 3 for n in NAMES + SHORT}},
                             **{n: {} for n in NAMES + SHORT}},
               "stacks": [{"calls": ["libc", "main>" + n], "at": n, "ms": 60 + 9 * i}
                          for i, n in enumerate(NAMES + SHORT)]}, file)
# Of each name in a row: what is shown, the whole, the letters that there is room for, whether the cell cuts it.
ROWS = """[...document.querySelectorAll('%s')].map((e) => {
    const cell = e.closest('td') || e, style = getComputedStyle(cell), g = document.createElement('canvas').getContext('2d'), { fontSize, fontFamily } = getComputedStyle(e);
    g.font = `${fontSize} ${fontFamily}`;
    return [e.textContent, e.title, Math.floor((cell.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) / g.measureText('0').width),
            cell.scrollWidth > cell.clientWidth + 1 || cell.clientHeight > 30] })"""
# Parts of names that are on two lines though one has room for them.
BROKEN = """[...document.querySelectorAll('#side .name, .answer .name')].flatMap((e) => {
    const range = document.createRange(), letters = [...e.childNodes].filter((n) => n.data).flatMap((n) => [...n.data].map((c, i) => {
        range.setStart(n, i);
        range.setEnd(n, i + 1);
        const { top, width } = range.getBoundingClientRect();
        return { c, top, width } }));
    const room = Math.floor(e.closest('td, p, h2').clientWidth / Math.max(...letters.map(({ width }) => width))) - 1, text = letters.map(({ c }) => c).join('');
    let at = 0;
    return text.match(/[^]+?(?:::|[<,(_ ]|$)/g).filter((part) => {
        const own = letters.slice(at, at += part.length).filter(({ c }) => c !== ' ');
        return part.length <= room && own.some(({ top }) => Math.abs(top - own[0].top) > 4) }) })"""
# Names behind which a comma begins a line, in sentences of some width.
COMMAS = """[...document.querySelectorAll('.answer p')].flatMap((p) => Array.from({ length: 60 }, (_, i) => i).flatMap((i) => {
    p.style.width = `${200 + 4 * i}px`;
    const alone = [...p.querySelectorAll('.name')].filter((e) => e.nextSibling && /^[,;:.]/.test(e.nextSibling.data || '')).filter((e) => {
        const range = document.createRange(), line = [...e.getClientRects()].pop();
        range.setStart(e.nextSibling, 0);
        range.setEnd(e.nextSibling, 1);
        return range.getBoundingClientRect().top > line.bottom - 4 });
    p.style.width = '';
    return alone.map((e) => e.textContent) }))"""
with Browser() as browser:
    html = written(*recorded("fill.json"))
    asked, empty = 0, []
    for width in 1920, 1280, 1160, 1024, 390:
        page = browser.open(html, width=width, phone=width < 600)
        for view, rows in ("answers", ".heaviest .name"), ("functions", ".rows .name"):
            show(page, "view=%s&f=main" % view)
            for shown, whole, room, cut in page(ROWS % rows):
                where = "%s in %s at %d" % (shown, view, width)
                expect("cut: " + where, cut, False)
                if len(whole) <= room:
                    expect("whole: " + where, shown, whole)
                    continue
                asked += 1
                if len(shown) < room - WORD - 2:
                    empty.append("%s of %d letters" % (where, room))
                expect("last part: " + where, any(part in shown for part in
                       ("apply", "Arc", "update", "read", "extend")), True)
            expect("broken words in %s at %d" % (view, width), page(BROKEN), [])
            expect("commas in %s at %d" % (view, width), page(COMMAS), [])
            expect("wider than the panel at %d" % width,
                   page("(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.getElementById('side'))"), False)
        silent(page)
    expect("shortened", asked > 20, True)
    expect("not filled", empty, [])
