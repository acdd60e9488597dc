#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""links.py TOP - checks the links of README.md and docs/*.md, and that README.md links to all of docs/."""

import glob
import os
import re
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def headings(path):
    """The anchors of a document, as they are made of its headings."""
    with open(path) as file:
        titles = re.findall(r"^#+ (.*)$", file.read(), re.M)
    return {re.sub(r"[^\w -]", "", t.lower()).strip().replace(" ", "-") for t in titles}


def main(top):
    documents = [os.path.join(top, "README.md")] + sorted(glob.glob(os.path.join(top, "docs", "*.md")))
    faults, count, linked = [], 0, set()
    for document in documents:
        with open(document) as file:
            links = LINK.findall(file.read())
        for link in links:
            if re.match(r"[a-z]+:", link):
                continue
            count += 1
            name, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(document), name)) if name else document
            if not os.path.exists(target):
                faults.append("%s: no '%s'" % (document, link))
            elif anchor and anchor not in headings(target):
                faults.append("%s: no heading '%s'" % (document, link))
            if document == documents[0]:
                linked.add(target)
    faults += ["README.md does not link to '%s'" % d for d in documents[1:] if d not in linked]
    print("\n".join(faults))
    sys.exit(1 if faults or count < 20 else 0)


main(sys.argv[1])
