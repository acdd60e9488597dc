# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases at random: symbols, calls in the text, arcs, histograms, basic blocks.

The same random state gives the same case.  The last symbol always lies beyond
every histogram: GNU gprof reads past its table for the ticks of the last one.
"""

from . import names, options

MAX_UNSIGNED = 0xffffffff


def addresses(rng, count, low):
    """Ascending, some twice, some close together, some far apart."""
    at, out = low, []
    for _ in range(count):
        out.append(at)
        step = rng.random()
        if step < 0.06:
            continue
        at += (rng.randint(1, 4) if step < 0.12 else rng.randint(8, 80) & ~1
               if step < 0.9 else rng.randint(100, 900))
    return out


def make_image(rng, labels, places, low, plain):
    symbols, after = [], dict(zip(places, places[1:] + [places[-1] + 144]))
    for name, at in zip(labels, places):
        chance = rng.random()
        size = rng.choice((0, 1, 8, 16, 64))
        if plain:
            symbols.append([name, at, rng.choice(("global", "local")), "func", "text",
                            after[at] - at])
        elif chance < 0.80:
            binding = "local" if rng.random() < 0.35 else "global"
            symbols.append([name, at, binding, "func", "text", size])
        elif chance < 0.85:
            symbols.append([name, at, "weak", rng.choice(("func", "object", "notype")),
                            rng.choice(("text", "data")), size])
        elif chance < 0.92:
            symbols.append([name, at, rng.choice(("local", "global")), "notype", "text", 0])
        else:
            binding = rng.choice(("local", "global", "weak"))
            section = rng.choice(("data", "abs", "undef", "init"))
            kind = rng.choice(("object", "notype", "func", "ifunc"))
            if section == "undef" and binding == "local":
                binding = "global"
            symbols.append([name, at, binding, kind, section, size])
    if rng.random() < 0.3:
        symbols.append(["file.c", 0, "local", "file", "abs", 0])
    size = places[-1] - low + 160
    symbols.append(["zz_last", low + size - 16, "global", "func", "text", 16])
    rng.shuffle(symbols)
    calls = [[rng.choice(places) + rng.randint(0, 12), rng.choice(places)]
             for _ in range(rng.randint(0, 2 * len(places)))]
    return {"low": low, "size": size, "symbols": symbols, "calls": calls}


def make_nm(rng, labels, places, last, plain):
    lines = []
    for name, at in zip(labels, places):
        kind = rng.choice("TTTTtt") if plain or rng.random() < 0.9 else rng.choice("WDbuUVi")
        form = "%016x %s %s" if plain or rng.random() < 0.9 else rng.choice(
            ("%x %s %s", "0x%x %s %s", "  %x\t%s  %s", "%x %s %s trailing", "%x %s%s"))
        lines.append(form % (at, kind, name))
    if not plain and rng.random() < 0.2:
        lines.insert(rng.randint(0, len(lines)), rng.choice(
            ("", "no symbol here", "                 U undefined", "0 T zero", "T", "12345 T")))
    rng.shuffle(lines)
    return lines + ["%016x T zz_last" % last]


def make_count(rng, plain):
    chance = rng.random()
    if chance < 0.05:
        return 0
    if chance < 0.5:
        return rng.randint(1, 9)
    if chance < 0.9:
        return rng.randint(10, 200000)
    return rng.randint(1 << 31, MAX_UNSIGNED) if not plain else 1 << 20


def make_arcs(rng, places, low, last, plain):
    """Some at the start of functions, some inside, some at unknown addresses."""
    arcs, shape = [], rng.random()
    count = rng.randint(0, 3 * len(places)) if rng.random() < 0.95 else 0
    for _ in range(count):
        parent, child = rng.randrange(len(places)), rng.randrange(len(places))
        if shape < 0.4 and child < parent:      # no cycles
            parent, child = child, parent
        elif shape < 0.6 and rng.random() < 0.3:  # a few hubs
            child = min(child, 3)
        elif rng.random() < 0.08:
            child = parent
        source = places[parent] + rng.randint(0, 7)
        target = places[child] + (rng.randint(0, 3) if rng.random() < 0.1 else 0)
        if rng.random() < 0.04:
            source = rng.choice((0, low - 8, last + 0x10000, 1 << 40))
        elif rng.random() < 0.02:
            target = rng.choice((0, low - 8, last + 0x10000))
        arcs.append(["arc", source, target, make_count(rng, plain)])
    return arcs


def make_histograms(rng, low, last, plain):
    """One, several adjacent of one scale, or ones that do not fit together."""
    scale = 2.0 if plain else rng.choice((2.0, 2.0, 2.0, 1.0, 4.0, 1.9967, 0.5, 3.3))
    rate = rng.choice((100, 100, 1, 1000, 1024))
    start = (low - (0 if plain else rng.choice((0, 0, 16, 6)))) & ~15
    span = max(64, last - 32 - start)
    pieces = rng.choice((1, 1, 1, 2, 3)) if not plain else 1
    step = max(16, span // pieces & ~15)
    records = []
    for i in range(pieces):
        nbins = max(1, int(step / 2 / scale))
        high = start + step
        if scale == 2.0:
            nbins = step // 4
        hits = rng.randint(0, min(nbins, 40))
        counts = sorted([b, rng.choice((1, 1, 2, 5, 30, rng.randint(1, 65535)))]
                        for b in rng.sample(range(nbins), hits))
        records.append(["hist", start, high, nbins, rate, counts])
        start = high
    chance = rng.random()
    if not plain and chance < 0.03:
        records[-1][4] += 1
    elif not plain and chance < 0.06:
        records[-1][1] -= 8
    elif not plain and chance < 0.08:
        records[0][4] = 0
    elif not plain and chance < 0.12:
        records.append(records[0])
    return records


def make_profile(rng, places, low, last, histograms, plain):
    form = rng.choice(("gnu1",) * 8 + ("gnu0", "bsd", "bsd44"))
    records = [list(h) for h in histograms] if rng.random() < 0.95 else []
    if form.startswith("bsd") and records:
        records = records[:1]
    arcs = make_arcs(rng, places, low, last, plain)
    if form == "bsd":
        arcs = [[*a[:3], a[3] << rng.choice((0, 0, 3))] for a in arcs]
    records += arcs
    if not plain and form.startswith("gnu") and rng.random() < 0.12:
        records.append(["bb", [[rng.choice(places) + rng.choice((0, 0, 2)),
                                make_count(rng, plain)]
                               for _ in range(rng.randint(0, 30))]])
    if rng.random() < 0.2:
        rng.shuffle(records)
    profile = {"format": form, "records": records}
    if not plain and rng.random() < 0.03:
        profile["cut"] = rng.randint(1, 60)
    return profile


def make_map(rng, labels):
    """Lines of nm -A.  No two lines in a row have the same file: which of these is its
    first GNU gprof finds out from memory that it never set."""
    files, lines = ["%s.o" % f for f in ("one", "two", "dir/three", "four", "five")], []
    for name in rng.sample(sorted(set(labels)), rng.randint(1, len(set(labels)))):
        if rng.random() < 0.05:
            lines.append("No symbols in six.o")
        files.append(files.pop(rng.randrange(len(files) - 1)))
        lines.append("%s:%016x T %s" % (files[-1], len(lines), name))
    return lines


def is_in_slots(profiles):
    """All callers are where glibc puts them, in steps of 16 bytes: then gprof-llvm looks at
    the code for which function it was."""
    records = [record for p in profiles for record in p["records"]]
    lows = {r[1] for r in records if r[0] == "hist"} or {0}
    return all((r[1] - low) % 16 == 0 for r in records if r[0] == "arc" for low in lows)


def mixes_bsd(profiles):
    """GNU gprof has no time if a BSD file without a histogram is among files with one,
    and shows the version of a file read before as that of a BSD file."""
    return len({p["format"].startswith("gnu") for p in profiles}) == 2


def make_synthetic(rng):
    plain = rng.random() < 0.35
    chance = rng.random()
    count = (rng.randint(1, 6) if chance < 0.2 else rng.randint(6, 40) if chance < 0.9
             else rng.randint(40, 300) if chance < 0.9995 else 10100)
    low = rng.choice((0x401000, 0x1040, 0x555555554000, 0x10f6))
    if plain:
        low &= ~15
    labels, places = names.make_names(rng, count, plain), addresses(rng, count, low)
    if plain:
        places = sorted(set(p & ~3 for p in places))
        labels = sorted(set(labels))[:len(places)]
        places = places[:len(labels)]
    image = make_image(rng, labels, places, low, plain)
    last = low + image["size"] - 16
    case = {"image": image, "nm": None, "plain": plain}
    if rng.random() < 0.4:
        case["nm"] = make_nm(rng, labels, places, last, plain)
    histograms = make_histograms(rng, low, last, plain)
    case["profiles"] = [make_profile(rng, places, low, last, histograms, plain)
                        for _ in range(rng.choice((1, 1, 1, 2, 3)))]
    if case["profiles"][-1]["format"].startswith("gnu") and rng.random() < 0.05:
        case["profiles"][-1]["stdin"] = True
    case["args"] = options.make_options(rng, labels, [], plain)
    if any(p["format"].startswith("gnu") for p in case["profiles"]):
        # Read as BSD's, a GNU file asks for gigabytes.
        case["args"] = [w for w in case["args"] if w not in (["-O", "bsd"], ["-O", "4.4bsd"])]
    if any(word[:2] in ("-C", "-Z", "-A", "-J") or "exec" in word or "annot" in word
           for words in case["args"] for word in words):
        case["plain"] = False   # GNU gprof leaves recursion out of executions
    if sum("/" in words[-1] for words in case["args"]) > 1:
        case["plain"] = False   # of several arc specs of a function it takes the last
    if is_in_slots(case["profiles"]) or mixes_bsd(case["profiles"]):
        case["plain"] = False
    if any("-s" in words or "--sum" in words for words in case["args"]):
        case["plain"] = False   # it loses arcs with unknown ends
        case["again"] = [w for w in case["args"] if w[0] in ("-b", "-z", "-T", "-p", "-q", "-l")]
    elif not case["plain"] and rng.random() < 0.05:
        case["map"] = make_map(rng, labels)
        # As with -r, GNU gprof orders the copies that its arc specs make, too.
        case["args"] = [w for w in case["args"] if "/" not in w[-1]]
        case["args"].append([rng.choice(("-R", "--file-ordering")), "map"])
    return case
