#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""links.py TOP - checks the links of README.md and of docs/, and that every document can be found.

README.md links to docs/README.md, docs/README.md to each of docs/*.md, and docs/design/README.md to each page of its folder, which is
also named by the head comment of a source.  A document that a source names exists.
"""

import glob
import os
import re
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(r"\bdocs/[\w/-]+\.(?:md|json)\b")


def headings(path):
    """The anchors of a document, as they are made of its headings."""
    with open(path) as file:
        titles = re.findall(r"^#+ (.*)$", file.read(), re.M)
    return {re.sub(r"[^\w -]", "", t.lower()).strip().replace(" ", "-") for t in titles}


def named(top):
    """The documents that sources name, with a source that does."""
    found = {}
    for part in ("pass", "rt", "tools", "include"):
        for folder, _, names in os.walk(os.path.join(top, part)):
            for name in names:
                if name.endswith((".c", ".h", ".cpp")):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as file:
                        found.update((document, path) for document in NAMED.findall(file.read()))
    return found


def main(top):
    of = {folder: sorted(glob.glob(os.path.join(top, folder, "*.md"))) for folder in ("docs", "docs/design")}
    contents = {os.path.join(top, "README.md"): [os.path.join(top, "docs", "README.md")],
                os.path.join(top, "docs", "README.md"): of["docs"],
                os.path.join(top, "docs", "design", "README.md"): of["docs/design"]}
    documents = [os.path.join(top, "README.md"), *of["docs"], *of["docs/design"]]
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
            if document in contents:
                linked.add((document, target))
    faults += ["%s does not link to '%s'" % (table, page) for table, pages in contents.items()
               for page in pages if page != table and (table, page) not in linked]
    sources = named(top)
    faults += ["%s: no '%s'" % (source, document) for document, source in sources.items()
               if not os.path.exists(os.path.join(top, document))]
    faults += ["no source names '%s'" % page for page in of["docs/design"]
               if os.path.relpath(page, top) not in sources and not page.endswith("README.md")]
    print("\n".join(faults))
    sys.exit(1 if faults or count < 20 or len(of["docs/design"]) < 20 else 0)


main(sys.argv[1])
