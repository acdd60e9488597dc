# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table - the tables of bench/torment, from its rounds alone."""

import json

COLUMNS = ("storm", "rounds", "threads", "kills", "calls", "under way", "lost", "too many",
           "crashes", "hangs", "mistakes", "seeds to replay")
HEAP_COLUMNS = ("storm", "rounds", "threads", "kills", "blocks", "under way", "lost", "too many")
SHOWN = 5   # seeds of a storm


def row(cells):
    return "| " + " | ".join(cells) + " |"


def crashed(record):
    return bool(record["status"]) and record["plain"] is not None and \
        record["status"] != record["plain"][0]


def mistaken(record):
    return record["mistakes"] if not (record["plain"] and record["plain"][1]) else 0


def line(storm, records):
    def total(key):
        return str(sum(r[key] for r in records))

    bad = [str(r["seed"]) for r in records if r["faults"]]
    return row((storm, str(len(records)), total("threads"), total("kills"), total("calls"),
                total("under_way"), total("lost"), total("gained"),
                str(sum(map(crashed, records))), total("hang"), str(sum(map(mistaken, records))),
                " ".join(bad[:SHOWN]) + (" and %d more" % (len(bad) - SHOWN)
                                         if len(bad) > SHOWN else "")))


def heap_table(rounds):
    """Of rounds that count allocations, by their options."""
    kinds = {}
    for r in rounds:
        if r.get("heap"):
            kinds.setdefault("%s, `%s`" % (r["storm"], r["options"].split()[0]), []).append(r)
    if not kinds:
        return
    yield from ("", "Blocks by the same ledgers, in rounds that count allocations, with the bytes "
                "of each function, allocated and freed. Under way: blocks that the profiles lack "
                "because their thread ended while it allocated or freed them. Lost and too many: "
                "blocks and bytes, added up, of all other differences.", "", row(HEAP_COLUMNS),
                row(["---"] * len(HEAP_COLUMNS)))
    for kind, records in sorted(kinds.items()):
        yield row((kind, str(len(records)),
                   *(str(sum(r[key] for r in records)) for key in ("threads", "kills")),
                   *(str(sum(r["heap"][key] for r in records))
                     for key in ("blocks", "under_way", "lost", "gained"))))


def markdown(found):
    m = found["machine"]
    lines = ["<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->",
             "# Storms", "",
             "%s, %d processors, Linux %s; %s; %s. `bench/torment --seconds %g --seed %d`." %
             (m["cpu"], m["cores"], m["kernel"], found["clang"], found["date"], found["seconds"],
              found["seed"]), "",
             "Calls by the programs' own ledgers. Under way: calls that the profiles lack because "
             "their thread ended in the middle of them, one a thread and nested handler at most. "
             "Lost: others. Mistakes: what the programs found wrong with themselves and the plain "
             "builds did not.", "",
             row(COLUMNS), row(["---"] * len(COLUMNS))]
    rounds = found["rounds"]
    for storm in sorted({r["storm"] for r in rounds}):
        lines.append(line(storm, [r for r in rounds if r["storm"] == storm]))
    lines += heap_table(rounds)
    for r in rounds:
        for fault in r["faults"]:
            lines += ["", "%s, seed %d, %s, `%s`: %s" % (
                r["storm"], r["seed"], r["build"],
                " ".join(filter(None, (r["options"], r["file"]))) or "default options", fault)]
    return "\n".join(lines) + "\n"


def write(found, path):
    """PATH.json with one round a line, and PATH.md."""
    with open(path + ".json", "w") as file:
        file.write(json.dumps({k: v for k, v in found.items() if k != "rounds"})[:-1])
        file.write(',\n"rounds": [\n')
        file.write(",\n".join(json.dumps(r, separators=(",", ":")) for r in found["rounds"]))
        file.write("\n]}\n")
    with open(path + ".md", "w") as file:
        file.write(markdown(found))
