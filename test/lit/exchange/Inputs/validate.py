#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""validate.py FILE SCHEMA - fails if a JSON file is not valid by a JSON Schema."""
import json
import site
import sys

site.main()  # this test alone needs an installed package
import jsonschema  # noqa: E402

with open(sys.argv[1], encoding="utf-8") as file, open(sys.argv[2], encoding="utf-8") as schema:
    jsonschema.validate(json.load(file), json.load(schema))
