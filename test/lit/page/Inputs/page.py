# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""page.py - what tests of the page share: recorded stacks as a page, and the figures that the
tool's JSON has of the same request."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["TOP"], "test", "tools"))
from chromium import Browser  # noqa: E402

TOP, TOOL = os.environ["TOP"], os.environ["TOOL"]
VIEWS = ("answers", "flame", "functions", "callers", "graph", "source", "time")


def run(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def recorded(description, name="program"):
    """A program and its profile of a file of test/tools/mkprofile.py."""
    run(sys.executable, os.path.join(os.environ["TOP"], "test", "tools", "mkprofile.py"),
        description, name, name + ".gprof")
    return [name, name + ".gprof"]


def written(*arguments, output="page.html"):
    run(TOOL, "view", "-o", output, *arguments)
    return output


def exported(*arguments):
    return json.loads(run(TOOL, "export", *arguments))


def expect(claim, got, wanted):
    if got != wanted:
        sys.exit("%s: %r, not %r" % (claim, got, wanted))


def near(claim, got, wanted, error=2):
    """Equal, but for what rounding to nanoseconds makes."""
    if abs(got - wanted) > error + 1e-6 * abs(wanted):
        sys.exit("%s: %r, not %r" % (claim, got, wanted))


def show(page, address):
    """Goes to an address, and waits until it is shown."""
    words = json.dumps(address)
    page("location.hash = " + words)
    page.until("(() => { const shown = new URLSearchParams(document.documentElement.dataset.shown"
               ".slice(1)); return [...new URLSearchParams(%s)].every(([key, value]) => "
               "shown.get(key) === value) })()" % words)


def absent(browser, view):
    """Neither the page of a part of the run of a.out has the view, nor that of a run that lacks
    it; returns the second one."""
    chosen = "document.querySelector('#views [data-view=%s]')" % view
    page = browser.open(written("--module=a.out", "a.out", output="part.html"))
    expect("no view of a part", page(chosen), None)
    files = recorded(os.path.join(os.environ["TOP"], "test/lit/measured/Inputs/paths.json"))
    page = browser.open(written(*files, output="plain.html"))
    expect("no view", page(chosen), None)
    return page


def silent(page):
    expect("console", page.errors, [])
    expect("requests", page.requests, [])
