# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pictures.py DESCRIPTION PLAIN - graph and time: their figures add up to the run's; what is missing is said.
DESCRIPTION has snapshots and phases, PLAIN has none."""
import os
import sys
from page import Browser, exported, expect, near, recorded, show, silent, written

files = recorded(sys.argv[1])
plain = recorded(sys.argv[2], "plain")
total = exported(*files)["time"]["total_ns"]
with Browser() as browser:
    page = browser.open(written(*files))
    near("moments", page("page.model.momentSums(null).ns"), total, 1000)
    show(page, "view=time")
    expect("phase", "load" in page("document.querySelector('#view svg').textContent"), True)
    half = page("page.model.momentSums({ from: 0, to: 400000 }).ns + "
                "page.model.momentSums({ from: 400000, to: 1e12 }).ns")
    near("halves", half, total, 1000)
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
    expect("said", "no snapshots" in page("document.querySelector('#view').textContent"), True)
    silent(page)
