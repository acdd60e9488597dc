# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""places.py: the lines of the first function in the JSON of `annotate`, by whole milliseconds."""
import json
import sys

for place in json.load(sys.stdin)["functions"][0]["places"]:
    print("own %.0f ms, inlined %.0f ms, total %.0f ms [%.0f, %.0f], %d samples, %.0f effective" % (
        *(place[name] / 1e6 for name in (
            "own_ns", "inlined_ns", "total_ns", "total_low_ns", "total_high_ns")),
        place["total_samples"], place["total_effective"]))
