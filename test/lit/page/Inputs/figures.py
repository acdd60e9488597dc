# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""figures.py DESCRIPTION... - what the page knows of functions and arcs is what the tool's JSON says."""
import sys
from page import Browser, expect, exported, near, recorded, silent, written


def compare(page, json):
    got = page("""(({ model }) => ({
        functions: [...Array(model.functions.n).keys()].map((f) => ({
            name: model.functions.name[f], calls: model.functions.calls[f], ...model.times(f) })),
        arcs: [...Array(model.arcs.n).keys()].map((arc) => ({
            caller: model.arcs.caller[arc], callee: model.arcs.callee[arc],
            calls: model.arcs.calls[arc], total: model.arcTime(arc) })),
        total: model.total }))(page)""")
    expect("total", got["total"], json["time"]["total_ns"])
    names = [f["name"] for f in got["functions"]]
    ours = {f["name"]: f for f in got["functions"]}
    # Samples by address add rows of code without a name, which have no calls.
    others = set(ours) - {f["name"] for f in json["functions"]}
    expect("others", [name for name in others if ours[name]["calls"] or name[0] not in "<["], [])
    for wanted in json["functions"]:
        name, measured = wanted["name"], wanted["measured"]
        f = ours[name]
        expect(name, f["calls"], wanted["calls"])
        near(name, f["self"]["value"], wanted["self_ns"])
        if measured and measured["total_ns"]:
            near(name, f["total"]["value"], measured["total_ns"])
            near(name, f["total"]["low"], measured["total_low_ns"])
            near(name, f["total"]["high"], measured["total_high_ns"])
            expect(name, f["total"]["samples"], measured["total_samples"])
    arcs = {(names[arc["caller"]], names[arc["callee"]]): arc for arc in got["arcs"]}
    theirs = [f["name"] for f in json["functions"]]
    for wanted in json["arcs"]:
        key = theirs[wanted["caller"]], theirs[wanted["callee"]]
        expect(key, arcs[key]["calls"], wanted["calls"])
        if wanted["measured"]:
            near(key, arcs[key]["total"]["value"], wanted["measured"]["total_ns"])
            near(key, arcs[key]["total"]["high"], wanted["measured"]["total_high_ns"])


with Browser() as browser:
    for number, description in enumerate(sys.argv[1:]):
        files = recorded(description, "program%d" % number)
        page = browser.open(written(*files))
        compare(page, exported(*files))
        silent(page)
