# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exported.py JSON CALLGRIND DHAT FOLDED - compares the memory of functions in other formats with
that in an export as JSON; FOLDED is by bytes at the peak.  DHAT has what its viewer asks for."""

import json
import re
import sys

with open(sys.argv[1]) as file:
    data = json.load(file)
TRUTH = {f["name"]: f["memory"] for f in data["functions"] if "memory" in f}
MEMBERS = {"Bytes": "bytes", "Blocks": "blocks", "Peak": "peak_bytes", "Left": "left_bytes",
           "Temporary": "temporary_blocks"}


def callgrind(path):
    """The costs of each function; they add up to the summary and the totals."""
    costs, head, name = {}, {}, None
    with open(path) as file:
        for line in file.read().splitlines():
            key, sep, value = re.match(r"(\w+)(: ?|=)?(.*)", line).groups() if line[:1] != "#" and \
                line else (None, None, None)
            if key == "fn":
                name = value
            elif sep and sep.startswith(":"):
                head[key] = value
            elif key and key.isdigit():
                costs[name] = [int(word) for word in line.split()[1:]]
    events = head["events"].split()
    assert sorted(events) == sorted(MEMBERS), events
    sums = " ".join(str(sum(column)) for column in zip(*costs.values()))
    assert head["summary"] == head["totals"] == sums, (head, sums)
    return {name: dict(zip(events, cost)) for name, cost in costs.items()}


for name, cost in (read := callgrind(sys.argv[2])).items():
    assert cost == {event: TRUTH[name][member] for event, member in MEMBERS.items()}, (name, cost)
assert set(read) == set(TRUTH), read

with open(sys.argv[3]) as file:
    dhat = json.load(file)
for field in ("mode", "verb", "bklt", "bkacc", "tu", "Mtu", "cmd", "pid", "te"):
    assert field in dhat, field
assert dhat["dhatFileVersion"] == 2 and dhat["ftbl"][0] == "[root]", dhat
seen = set()
for place in dhat["pps"]:
    frame = dhat["ftbl"][place["fs"][0]]
    name, source = re.fullmatch(r"0x[0-9a-f]+: (\w+) \((\S+):\d+\)", frame).groups()
    m = TRUTH[name]
    assert source == "truth.c" and len(place["fs"]) == 1, frame
    assert (place["tb"], place["tbk"], place["gb"], place["eb"], place["ebk"]) == (
        m["bytes"], m["blocks"], m["peak_bytes"], m["left_bytes"], m["left_blocks"]), place
    seen.add(name)
assert seen == set(TRUTH), seen

with open(sys.argv[4]) as file:
    folded = dict(line.rsplit(" ", 1) for line in file.read().splitlines())
assert {name: int(weight) for name, weight in folded.items()} == {
    name: m["peak_bytes"] for name, m in TRUTH.items() if m["peak_bytes"] > 0}, folded
