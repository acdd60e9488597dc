#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""assemble.py TEMPLATE STYLE SCRIPT OUTPUT - the page without data.

Puts style and script into the template, with a policy that allows these two alone, by their
hashes."""

import base64
import hashlib
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def allowed(text):
    return "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def main():
    template, style, script, output = sys.argv[1:]
    style, script = read(style), read(script)
    assert "</script" not in script.lower() and "</style" not in style.lower()
    policy = ("default-src 'none'; script-src %s; style-src %s; base-uri 'none'; "
              "form-action 'none'" % (allowed(script), allowed(style)))
    page = read(template)
    for mark, text in (("POLICY", policy), ("STYLE", style), ("SCRIPT", script)):
        assert page.count("@%s@" % mark) == 1, mark
        page = page.replace("@%s@" % mark, text)
    with open(output, "w", encoding="utf-8") as file:
        file.write(page)


if __name__ == "__main__":
    main()
