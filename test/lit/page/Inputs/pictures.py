# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pictures.py DESCRIPTION PLAIN - graph and time: their figures add up to the run's; what is missing is said.
DESCRIPTION has snapshots and phases, PLAIN has none."""
import os
import sys
from page import VIEWS, Browser, exported, expect, near, recorded, show, silent, written

files = recorded(sys.argv[1])
plain = recorded(sys.argv[2], "plain")
total = exported(*files)["time"]["total_ns"]
with Browser() as browser:
    page = browser.open(written(*files))
    near("moments", page("page.model.loads(-1).reduce((a, b) => a + b, 0)"), total, 1000)
    show(page, "view=time")
    expect("phase", "load" in page("document.querySelector('#view svg').textContent"), True)
    half = page("page.model.part({ thread: -1, from: 0, to: 400000 }).sum.ns + "
                "page.model.part({ thread: -1, from: 400000, to: 1e12 }).sum.ns")
    near("halves", half, total, 1000)
    # A range that is dragged is that of all views, and in the address.
    page("page.part().timed || (() => { const svg = document.querySelector('.picture svg'), "
         "r = svg.getBoundingClientRect(); for (const [kind, x] of [['down', 0.7], ['up', 0.95]]) "
         "svg.dispatchEvent(new PointerEvent('pointer' + kind, { clientX: r.left + x * r.width, "
         "clientY: r.top + 50 })) })()")
    page.until("page.part().timed")
    ns = page("page.part().sum.ns")
    expect("less", 0 < ns < total, True)
    address = page("location.hash")
    expect("address", "from=" in address and "to=" in address, True)
    for view in VIEWS:
        page("page.go({ view: '%s' })" % view)
        said = page("document.getElementById('part').textContent")
        expect("said in " + view, said.startswith("Only ") and " intervals" in said, True)
    expect("said", "whole run" in page("page.go({ view: 'answers' }), "
                                       "document.querySelector('#view').textContent"), True)
    boxes = page("(page.go({ view: 'graph' }), [...document.querySelectorAll('.graph .box')].map("
                 "(b) => b.children[3].textContent))")
    page("page.go({ from: 0, to: 0 })")
    expect("boxes", boxes != page("[...document.querySelectorAll('.graph .box')].map("
                                  "(b) => b.children[3].textContent)"), True)
    page.go("file://%s/page.html%s" % (os.getcwd(), address))
    expect("reloaded", page("page.part().sum.ns"), ns)
    page("page.go({ view: 'time', from: 0, to: 0 })")
    show(page, "view=graph")
    graph = page("({ units: [...page.model.graph.units.self_ns].reduce((a, b) => a + b, 0), "
                 "boxes: document.querySelectorAll('.graph .box').length, "
                 "n: page.model.graph.units.n })")
    near("graph", graph["units"], total, 1000)
    expect("boxes", graph["boxes"], graph["n"])
    # A threshold fades boxes, and moves none.
    before = page("[...document.querySelectorAll('.graph .box')].map((b) => "
                  "b.getAttribute('transform')).join()")
    show(page, "view=graph&graph.least=100")
    faded = page("document.querySelectorAll('.graph .box.faded').length")
    expect("faded", 0 < faded < graph["n"], True)
    expect("moved", page("[...document.querySelectorAll('.graph .box')].map((b) => "
                         "b.getAttribute('transform')).join()") == before, True)
    silent(page)
    os.mkdir("nothing")
    os.environ["PATH"] = os.path.abspath("nothing")
    page = browser.open(written(*plain, output="plain.html"))
    show(page, "view=graph")
    expect("said", "install graphviz" in page("document.querySelector('#view').textContent"), True)
    show(page, "view=time")
    expect("said", "has no timeline" in page("document.querySelector('#view').textContent"), True)
    silent(page)
