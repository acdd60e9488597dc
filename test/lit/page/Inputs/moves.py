# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""moves.py DESCRIPTION - search, selection, address, back, zoom and keys."""
import sys
from page import Browser, expect, recorded, show, silent, written

FOCUSED = "document.activeElement.id"


def selected(page):
    return page("page.state.f < 0 ? '' : page.model.name(page.state.f)")


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
    silent(page)
