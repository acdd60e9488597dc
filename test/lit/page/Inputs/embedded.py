# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""embedded.py - the text of a page with --source=all is that of kept.c; with --source=none there is none."""
import base64
import json
import re
import zlib
from page import expect, written


def texts(source):
    with open(written("--source=" + source, "program", "program.gprof"), encoding="utf-8") as file:
        block = re.search(r'<script id="data" type="([^"]*)">(.*?)<', file.read(), re.S)
    data = json.loads(block[2] if block[1] == "application/json"
                      else zlib.decompress(base64.b64decode(block[2])))
    return [x["text"] for x in data.get("source_text", [])]


with open("kept.c", encoding="utf-8") as file:
    expect("text", texts("all"), [file.read().rstrip("\n")])
expect("no text", texts("none"), [])
