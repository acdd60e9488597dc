# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""threads.py speedscope|firefox|cpuprofile FILE [--folded FILE] [--json FILE]
    [--timed THREAD...]

Checks an exported profile as its reader does, and more; then its stacks, by thread, against those
of the folded export with --by-thread, and its time against the total of the JSON.  --timed
THREAD...: samples are in the order of time, not of the tree; prints the ms of functions by 400 ms.
"""

import argparse
import collections
import json
import sys

NO_THREAD = "<no thread>", "all threads"


def require(what, *words):
    if not what:
        sys.exit(" ".join(str(word) for word in words))


def keys(record, needed, optional=()):
    require(set(needed) <= set(record) <= {*needed, *optional}, "members", sorted(record))


def whole(*numbers):
    for number in numbers:
        require(type(number) is int and number >= 0, repr(number), "is no whole number")


def table(record, columns):
    """As many rows in each column as 'length' says."""
    keys(record, ["length", *columns])
    for name, column in record.items():
        if name not in ("length", "weightType"):
            require(len(column) == record["length"], name, len(column), "rows, not",
                    record["length"])
    return record["length"]


def speedscope(p):
    keys(p, ["$schema", "exporter", "name", "shared", "profiles"])
    require(p["$schema"] == "https://www.speedscope.app/file-format-schema.json", p["$schema"])
    frames = p["shared"]["frames"]
    for frame in frames:
        keys(frame, ["name"], ["file", "line"])
    for profile in p["profiles"]:
        keys(profile, ["type", "name", "unit", "startValue", "endValue", "samples", "weights"])
        require((profile["type"], profile["unit"]) == ("sampled", "nanoseconds"), profile["type"])
        require(len(profile["samples"]) == len(profile["weights"]), "samples without weights")
        whole(*profile["weights"])
        require(profile["startValue"] + sum(profile["weights"]) == profile["endValue"],
                "weights add up to", sum(profile["weights"]), "not to", profile["endValue"])
        for stack, weight in zip(profile["samples"], profile["weights"]):
            require(stack, "an empty stack")
            whole(*stack)
            yield profile["name"], [frames[i]["name"] for i in stack], weight


def cpuprofile(p):
    keys(p, ["nodes", "samples", "timeDeltas", "startTime", "endTime"])
    nodes = {node["id"]: node for node in p["nodes"]}
    require(len(nodes) == len(p["nodes"]), "an id is there twice")
    above = {}
    for node in p["nodes"]:
        keys(node, ["id", "callFrame", "hitCount", "children"])
        keys(node["callFrame"], ["functionName", "scriptId", "url", "lineNumber", "columnNumber"])
        for child in node["children"]:
            require(child in nodes and child not in above, child, "is called twice")
            above[child] = node["id"]
    root, = (i for i in nodes if i not in above)
    require(nodes[root]["callFrame"]["functionName"] == "(root)", "the root", nodes[root])
    whole(*p["timeDeltas"])
    require(len(p["samples"]) == len(p["timeDeltas"]), "samples without a time")
    require(p["startTime"] + sum(p["timeDeltas"]) == p["endTime"], "the end is not that of times")
    require(p["samples"][-1] == root, "the last sample is not of the root")
    for i, us in zip(p["samples"], p["timeDeltas"][1:]):
        names = []
        while i != root:
            names.insert(0, nodes[i]["callFrame"]["functionName"])
            i = above[i]
        yield "all threads", names, 1000 * us


META = ["product", "importedFrom", "interval", "startTime", "processType",
        "preprocessedProfileVersion", "version", "symbolicated", "debug", "usesOnlyOneStackType",
        "sourceCodeIsNotOnSearchfox", "pausedRanges", "markerSchema", "sampleUnits", "extensions",
        "categories"]
FRAME = ["address", "inlineDepth", "category", "subcategory", "func", "nativeSymbol",
         "innerWindowID", "line", "column", "originalLocation"]
FUNCTION = ["name", "isJS", "relevantForJS", "resource", "source", "lineNumber", "columnNumber",
            "originalLocation"]
THREAD = ["name", "processName", "processType", "isMainThread", "pid", "tid",
          "processStartupTime", "processShutdownTime", "registerTime", "unregisterTime",
          "pausedRanges", "showMarkersInTimeline", "markers", "samples"]


def firefox(p):
    keys(p, ["meta", "libs", "pages", "profilerOverhead", "counters", "shared", "threads"])
    keys(p["meta"], META)
    require(any(c["color"] == "grey" for c in p["meta"]["categories"]), "no grey category")
    s = p["shared"]
    table(s["frameTable"], FRAME)
    table(s["funcTable"], FUNCTION)
    n = table(s["stackTable"], ["frame", "prefixOffset"])
    table(s["sources"], ["id", "filename", "startLine", "startColumn", "sourceMapURL", "content"])
    for name, columns in (("resourceTable", ["lib", "name", "host", "type"]),
                          ("nativeSymbols", ["libIndex", "address", "name", "functionSize"]),
                          ("sourceLocationTable", ["source", "line", "column"])):
        table(s[name], columns)
    for text in s["stringArray"]:
        require(text.isprintable(), repr(text))
    for i, offset in enumerate(s["stackTable"]["prefixOffset"]):
        require(0 <= offset <= i, "stack", i, "is below", offset)
    names = [s["stringArray"][i] for i in s["funcTable"]["name"]]
    for source in s["funcTable"]["source"]:
        require(source is None or source < s["sources"]["length"], "no source", source)
    for thread in p["threads"]:
        keys(thread, THREAD)
        table(thread["markers"], ["category", "data", "endTime", "name", "phase", "startTime"])
        samples = thread["samples"]
        cpu = samples.get("threadCPUDelta")
        columns = ["stack", "time", "weight", "weightType"]
        table(samples, columns if cpu is None else [*columns, "threadCPUDelta"])
        require(samples["weightType"] == "tracing-ms", samples["weightType"])
        require(samples["time"] == sorted(samples["time"]), "times go back")
        # The last one is the end of the others.
        require(samples["stack"][-1] is None and not samples["weight"][-1], "no end")
        total = sum(samples["weight"])
        require(timed is not None or abs(samples["time"][-1] - total) < 1e-5, "ends at",
                samples["time"][-1], total)
        require(cpu is None or abs(sum(cpu) / 1e3 - total) < 1e-5, "CPU", cpu)
        for i, (stack, weight) in enumerate(zip(samples["stack"][:-1], samples["weight"])):
            if stack is None:  # the thread does not run
                require(not weight, "time without a stack", weight)
                continue
            require(0 <= stack < n, "no stack", stack)
            frames = []
            while True:
                frames.insert(0, names[s["frameTable"]["func"][s["stackTable"]["frame"][stack]]])
                if not s["stackTable"]["prefixOffset"][stack]:
                    break
                stack -= s["stackTable"]["prefixOffset"][stack]
            for name in {*frames} if thread["name"] in (timed or ()) else ():
                lasts = samples["time"][i + 1] - samples["time"][i]
                timed[thread["name"]][samples["time"][i] // STEP, name] += min(lasts, weight)
            yield thread["name"], frames, round(weight * 1e6)


timed = None  # or names of threads -> ms by (part of the run, function)
STEP = 400  # ms


class Order:
    """Samples in the order of the tree: a call that was left does not come back."""

    def __init__(self):
        self.last, self.left = [], set()

    def pass_by(self, stack):
        same = 0
        while same < min(len(stack), len(self.last)) and stack[same] == self.last[same]:
            same += 1
        for n in range(same + 1, len(self.last) + 1):
            self.left.add(tuple(self.last[:n]))
        for n in range(same + 1, len(stack) + 1):
            require(tuple(stack[:n]) not in self.left, stack[:n], "comes back")
        self.last = stack


def main():
    global timed
    formats = {"speedscope": speedscope, "firefox": firefox, "cpuprofile": cpuprofile}
    parser = argparse.ArgumentParser()
    parser.add_argument("format", choices=formats)
    parser.add_argument("file")
    parser.add_argument("--folded")
    parser.add_argument("--json")
    parser.add_argument("--timed", nargs="*", metavar="THREAD")
    a = parser.parse_args()
    if a.timed is not None:
        timed = {name: collections.Counter() for name in a.timed}
    own, theirs, order = collections.Counter(), collections.Counter(), Order()
    with open(a.file, encoding="utf-8") as file:
        for thread, names, ns in formats[a.format](json.load(file)):
            names = names if thread in NO_THREAD else [thread, *names]
            if timed is None:
                order.pass_by([thread, *names])
            for name in names:
                require(name.isprintable(), repr(name))
            own[";".join(name.replace(";", ":") for name in names)] += ns
    if a.folded:
        with open(a.folded, encoding="utf-8") as file:
            for line in file:
                stack, _, weight = line.rstrip("\n").rpartition(" ")
                theirs[stack] += 1000 * int(weight)
        for stack in own.keys() | theirs.keys():
            require(abs(own[stack] - theirs[stack]) <= 2000, repr(stack), own[stack], "ns, folded",
                    theirs[stack])
        print(len(theirs), "stacks agree")
    if a.json:
        with open(a.json, encoding="utf-8") as file:
            total = json.load(file)["time"]["total_ns"]
        most = 1000 if a.format == "cpuprofile" else 1
        require(abs(sum(own.values()) - total) <= most, sum(own.values()), "ns, the report has", total)
        print("total agrees")
    for thread, ran in (timed or {}).items():
        for (step, name), ms in sorted(ran.items()):
            print(thread, "%d-%d" % (step * STEP, step * STEP + STEP), name, "%.3f" % ms)


main()
