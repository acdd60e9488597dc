# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""moves.py DESCRIPTION - search, selection, address, back, zoom and keys."""
import sys
from page import Browser, expect, near, recorded, show, silent, written

FOCUSED = "document.activeElement.id"


def selected(page):
    return page("page.state.f < 0 ? '' : page.model.name(page.state.f)")


def check_strange(page):
    """What an address asks for in vain is said until something else is done, and no other function is taken for it."""
    show(page, "view=callers")
    expect("said", page("document.getElementById('strange').hidden"), True)
    page("location.hash = 'view=functions&f=nobody&thread=99&depth=3'")
    page.until("!document.getElementById('strange').hidden")
    said = page("document.getElementById('strange').textContent")
    for word in ("the function 'nobody'", "the thread '99'", "'depth=3'"):
        expect(word, word in said, True)
    expect("selected", selected(page), "")
    page.key("ArrowDown")
    page.until("page.state.f >= 0 && document.getElementById('strange').hidden")


def check_graph(page):
    """All of it is in the frame; the wheel, dragging and keys move it, and a click selects."""
    page("page.go({ view: 'graph', f: -1 })")
    box = ("(() => { const b = document.querySelector('.graph .box[role=link] rect').getBoundingClientRect();"
           " return [b.x + b.width / 2, b.y + b.height / 2] })()")
    outside = page("(() => { const frame = document.querySelector('.graph').getBoundingClientRect(); "
                   "return [...document.querySelectorAll('.graph .box')].filter((b) => { const r = "
                   "b.getBoundingClientRect(); return r.left < frame.left || r.right > frame.right || r.top < frame.top "
                   "|| r.bottom > frame.bottom }).length })()")
    expect("boxes outside", outside, 0)
    hidden = "getComputedStyle(document.querySelector('.overview')).display === 'none'"
    expect("an overview of all", page(hidden), True)
    scale = "Number(document.querySelector('.graph g').getAttribute('transform').split('scale(')[1].slice(0, -1))"
    before, (x, y) = page(scale), page(box)
    page.ask("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-200)
    page.until("%s > %r" % (scale, before * 1.2))
    near("the place stays", page(box)[0], x)
    page.key("-")
    page.until("%s < %r" % (scale, before * 1.2))
    x, y = page(box)
    for kind, to, buttons in (("mousePressed", 0, 0), ("mouseMoved", 20, 1), ("mouseMoved", 50, 1), ("mouseReleased", 50, 0)):
        page.ask("Input.dispatchMouseEvent", type=kind, x=x + to, y=y, button="left", buttons=buttons, clickCount=1)
    page.until("Math.abs(%s[0] - %r) < 1.5" % (box, x + 50))
    expect("dragged, not clicked", selected(page), "")
    page.key("ArrowLeft")
    page.until("Math.abs(%s[0] - %r) > 100" % (box, x))
    page.click(*page(box))
    page.until("page.state.f >= 0")
    # Where a part is seen, the overview says which, and a click in it goes elsewhere.
    for _ in range(9):
        page.key("+")
    page.until("!(%s)" % hidden)
    seen = "Number(document.querySelector('.overview rect').getAttribute('x'))"
    x, _, size = page("document.querySelector('.graph g').getAttribute('transform').match(/-?[\\d.]+/g).map(Number)")
    near("what is seen", page(seen), -x / size)
    page.click(*page("(() => { const r = document.querySelector('.overview').getBoundingClientRect(); "
                     "return [r.x + r.width / 2, r.y + r.height / 2] })()"))
    page.until("Math.abs(%s - %r) > 1" % (seen, -x / size))


files = recorded(sys.argv[1])
with Browser() as browser:
    page = browser.open(written(*files))
    # "/" searches; Enter takes what has most time, and Esc leaves.
    page.key("/")
    page.until(FOCUSED + " === 'search'")
    page.text("it")
    page.until("page.state.q === 'it' && !document.getElementById('found').hidden")
    expect("found", page("document.querySelector('#found .name').textContent"), "item")
    page.key("Enter")
    page.until(FOCUSED + " !== 'search' && page.state.f >= 0")
    expect("selected", selected(page), "item")
    expect("its figures", page("document.querySelector('#side h2').textContent"), "item")
    # The same selection in each view; the address has it all.
    page.key("3")
    page.until("page.state.view === 'functions'")
    expect("selected", selected(page), "item")
    expect("address", page("location.hash"), "#view=functions&f=item&q=it")
    # Esc clears; arrows go along rows.
    page.key("Escape")
    page.until("page.state.f < 0 && page.state.q === ''")
    page.key("ArrowDown")
    page.until("page.state.f >= 0")
    first = selected(page)
    page.key("ArrowDown")
    page.until("page.model.name(page.state.f) !== '%s'" % first)
    page.key("ArrowUp")
    page.until("page.model.name(page.state.f) === '%s'" % first)
    expect("most own time first", first, "item")
    # Enter goes on to the callers; back returns.
    page.key("Enter")
    page.until("page.state.view === 'callers'")
    page("history.back()")
    page.until("page.state.view === 'functions'")
    # An address alone shows the same; what is none shows the first view.
    show(page, "view=callers&f=sort")
    expect("selected", selected(page), "sort")
    # A view's name alone is an address, too.
    for address, view in (("callers", "callers"), ("nothing", "answers"), ("flame", "flame")):
        page("location.hash = '%s'" % address)
        page.until("page.state.view === '%s'" % view)
    # In the flame graph: arrows zoom in and out.
    page.key("ArrowDown")
    page.until("(page.state['flame.zoom'] || '') !== ''")
    page.key("ArrowUp")
    page.until("(page.state['flame.zoom'] || '') === ''")
    page("page.go({ view: 'functions', f: -1 })")
    # A click on a heading sorts, twice the other way round.
    for up, wanted in (("", "calls"), ("1", "calls")):
        page("[...document.querySelectorAll('.head button')].find((b) => "
             "b.textContent.startsWith('calls')).click()")
        page.until("page.state['functions.sort'] === '%s' && page.state['functions.up'] === '%s'"
                   % (wanted, up))
        calls = page("[...document.querySelectorAll('.rows .row')].map((row) => "
                     "page.model.callsOf(Number(row.dataset.f)))")
        expect("order", calls, sorted(calls, reverse=not up))
    # What waits to be written into the address does not undo where somebody goes meanwhile.
    page("page.go({ q: 'it' }, true), location.hash = 'view=time', page.write()")
    page.until("page.state.view === 'time' && page.state.q === ''")
    page("page.go({ q: 'it' }, true), page.write()")
    expect("address", page("location.hash"), "#view=time&q=it")
    check_strange(page)
    if page("!!page.model.run.graph"):
        check_graph(page)
    silent(page)
