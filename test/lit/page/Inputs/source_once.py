# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""source_once.py - the text of a page with --source=all is that of each file, once."""
import base64
import json
import re
import zlib
from page import expect, written

with open(written("--source=all", "program", "program.gprof"), encoding="utf-8") as file:
    block = re.search(r'<script id="data" type="([^"]*)">(.*?)<', file.read(), re.S)
data = json.loads(block[2] if block[1] == "application/json"
                  else zlib.decompress(base64.b64decode(block[2])))
texts = [(data["files"][x["file"]], x["line"]) for x in data["source_text"]]
expect("functions of one file", len(data["source_functions"]["file"]) > len(texts) > 0, True)
expect("files and first lines", texts, [(path, 1) for path in dict(texts)])
for x in data["source_text"]:
    with open(data["files"][x["file"]], encoding="utf-8") as file:
        expect("text", x["text"], file.read().rstrip("\n"))
