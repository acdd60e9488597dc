# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""source_shares.py - bars, shares and keys of the source of shares.c; its profile is in the current directory."""
from page import Browser, expect, near, show, silent, written

# Of each row: its line, its shares, the parts of the bar in pixels, and what it is marked as.
ROWS = """[...document.querySelectorAll('.source tr')].filter((row) => row.querySelector('.line')).map((row) => {
    const width = (what) => { const part = row.querySelector('.bar ' + what); return part ? part.getBoundingClientRect().width : 0 };
    return [Number(row.querySelector('.line').textContent), row.children[0].textContent, row.children[2].textContent,
            width('i:not(.beyond)'), width('i.beyond'), row.querySelector('.bar') ? row.querySelector('.bar').clientWidth : 0, row.className] })"""
CURRENT = "Number(document.querySelector('.source .current .line').textContent)"
HEADS = "[...document.querySelectorAll('.source .heads th')].map((head) => head.textContent).filter(Boolean)"
TOTAL = 1200 + 500 + 400 + 300 + 1


def number(text):
    return float(text.split()[0]) if text else 0


def check_work(page):
    """Alone and with what a line called or has inlined; two tones; most of the bar is the line with most."""
    show(page, "view=source&f=work")
    rows = {row[0]: row[1:] for row in page(ROWS)}
    for line, own, whole in ((23, 1200, 1200), (24, 500, 900), (25, 0, 300)):
        near("own of %d" % line, number(rows[line][0]), 100 * own / TOTAL, 0.06)
        near("with calls of %d" % line, number(rows[line][1]), 100 * whole / TOTAL, 0.06)
        full = rows[line][4]
        near("bar of %d" % line, rows[line][2], full * own / 1200, 1.5)
        near("second tone of %d" % line, rows[line][3], full * whole / 1200 if whole > own else 0, 1.5)
        expect("mark of %d" % line, "warm" in rows[line][5], True)
    expect("colours", page("['i:not(.beyond)', 'i.beyond'].map((part) => getComputedStyle(document.querySelector("
                           "'.source .bar ' + part)).backgroundColor)[0] !== getComputedStyle(document.querySelector("
                           "'.source .bar i.beyond')).backgroundColor"), True)
    expect("heads", page(HEADS), ["itself, of the run", "with calls and inlined, of the run", "line"])
    expect("legend", page("document.querySelector('#view .legend').textContent"), "itselfcalled or inlined there")


def check_keys(page):
    """By what runs at a line: its own code and what is inlined there."""
    page.key("h")
    expect("hottest", page(CURRENT), 23)
    page.key("n")
    expect("next", page(CURRENT), 24)
    page.key("N")
    expect("before", page(CURRENT), 23)
    page("[...document.querySelectorAll('#view .chips button')].find((b) => b.textContent === 'next hot line').click()")
    expect("button", page(CURRENT), 24)
    page.key("h")
    expect("hottest again", page(CURRENT), 23)
    page.key("?")
    expect("help", "hottest line" in page("document.getElementById('help-text').textContent"), True)
    page.key("Escape")
    page.until("!document.getElementById('help').open")


def check_rare(page):
    """A line that is 0.0 % of the run has no wide bar, and no mark."""
    show(page, "view=source&f=rare")
    [row] = [row for row in page(ROWS) if row[0] == 32]
    expect("share", row[1].replace("\u00a0", " ").rstrip(" ?"), "0.0 %")
    expect("bar", row[3] < 0.03 * row[5], True)
    expect("mark", "warm" in row[6], False)


with Browser() as browser:
    page = browser.open(written("shares"))
    check_work(page)
    check_keys(page)
    check_rare(page)
    # Of a part of the run the heads say so; no keys where there is no source.
    show(page, "view=source&f=work&focus=leaf")
    expect("of a part", page(HEADS)[0], "itself, of this part")
    show(page, "view=source")
    page("page.go({ f: -1, focus: -1 })")
    page.key("h")
    expect("nothing", page("document.querySelector('.source .current')"), None)
    silent(page)
