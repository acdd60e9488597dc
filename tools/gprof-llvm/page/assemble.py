#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""assemble.py TEMPLATE STYLE SCRIPT META MODULES OUTPUT - the page without data.

Puts style and script into the template, with a policy that allows these two alone, by their
hashes, and the notices of the libraries that esbuild's META file names among the inputs."""

import base64
import hashlib
import json
import os
import re
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def allowed(text):
    return "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def libraries(meta):
    found = set(re.findall(r"nodejs/(d3-[a-z]+)/", "\n".join(json.loads(read(meta))["inputs"])))
    return sorted(found)


def paragraphs(name):
    """Those of Debian's file on copyright, which is not part of a repository."""
    text = read("/usr/share/doc/node-%s/copyright" % name)
    return [re.findall(r"(?m)^([A-Z][\w-]*): *(.*(?:\n[ \t]+.*)*)", part)
            for part in re.split(r"\n\s*\n", text)]


def notice(modules, names):
    """Who wrote which library, then each licence once."""
    said, licences = [], {}
    for name in names:
        found = [dict(part) for part in paragraphs(name)]
        of = next(part for part in found if part.get("Files") == "*")
        which = of["License"].splitlines()[0]
        texts = [part["License"].partition("\n") for part in found if "License" in part]
        text = next(text for first, _, text in texts if first.lower() == which.lower() and text)
        licences.setdefault(which, re.sub(r"(?m)^ +\.?", "", text))
        version = json.loads(read(os.path.join(modules, name, "package.json")))["version"]
        owner = re.sub(r"\s+", " ", of["Copyright"])
        said.append("%s %s, (c) %s, %s" % (name, version, owner, which))
    return "\n".join(said) + "".join("\n\n%s\n\n%s" % item for item in licences.items())


def main():
    template, style, script, meta, modules, output = sys.argv[1:]
    style, script = read(style), read(script)
    assert "</script" not in script.lower() and "</style" not in style.lower()
    escaped = notice(modules, libraries(meta)).replace("&", "&amp;").replace("<", "&lt;")
    policy = ("default-src 'none'; script-src %s; style-src %s; base-uri 'none'; "
              "form-action 'none'" % (allowed(script), allowed(style)))
    page = read(template)
    for mark, text in (("POLICY", policy), ("STYLE", style), ("NOTICE", escaped),
                       ("SCRIPT", script)):
        assert page.count("@%s@" % mark) == 1, mark
        page = page.replace("@%s@" % mark, text)
    with open(output, "w", encoding="utf-8") as file:
        file.write(page)


if __name__ == "__main__":
    main()
