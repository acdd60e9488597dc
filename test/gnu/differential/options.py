# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Option sets at random: styles, symspecs, layout.  Each entry is a list of words."""

STYLES = (["-p"], ["-q"], ["-B"], ["-p", "-q"], ["--flat-profile"], ["--graph"], ["-P"], ["-Q"],
          ["--no-flat-profile"], ["--no-graph"], ["-C"], ["--exec-counts"], ["-Z"], ["-A"],
          ["-J"], ["-r"], ["--function-ordering"], ["-i"], ["--file-info"], ["-s"], ["--sum"],
          ["-p", "-C"], ["-i", "-p"], ["-q", "-r"], ["-C", "-s"])
SWITCHES = (["-z"], ["--display-unused-functions"], ["-T"], ["--traditional"], ["-a"],
            ["--no-static"], ["-D"], ["--ignore-non-functions"], ["-c"],
            ["--static-call-graph"], ["-L"], ["--print-path"], ["-x"], ["-y"], ["-l"],
            ["--line"], ["--no-demangle"], ["--demangle"], ["--inline-file-names"])
PLAIN_SWITCHES = (["-z"], ["-T"], ["-L"], ["-x"], ["--no-demangle"], ["--demangle"])
NUMBERS = (["-w", "1"], ["-w", "40"], ["-w", "132"], ["--width=200"], ["-w", "-3"], ["-m", "0"],
           ["-m", "5"], ["--min-count=100"], ["-t", "3"], ["-t", "0"], ["--table-length=-1"],
           ["-w", "x"])
STYLES_OF_NAMES = ("auto", "gnu-v3", "java", "gnat", "dlang", "rust", "none", "nonesuch")
RARE = (["-h"], ["-v"], ["--version"], ["--help"], ["-O", "a"], ["-O", "magic"], ["-O", "bsd"],
        ["-O", "4.4bsd"], ["-O", "prof"], ["--no-such-option"],
        ["-K"], ["-r", "-R", "nowhere"], ["--fl"], ["--dem"], ["--brief=1"],
        ["--width"], ["-I", "dir:other"], ["--directory-path=x"], ["-S", "nowhere"])
WITH_SPEC = ("-p", "-P", "-q", "-Q", "-C", "-Z", "-A", "-J", "--flat-profile=", "--graph=",
             "--no-graph=", "--no-flat-profile=", "--exec-counts=", "--no-exec-counts=")
TWO_WORDS = ("-e", "-E", "-f", "-F", "-n", "-N", "-k", "--time", "--no-time")


def make_spec(rng, labels, files, arc, plain=False):
    """A symspec: mostly a function that exists.  One of all functions is not plain: where
    another one lies within it, GNU gprof leaves it at that."""
    def half():
        chance = rng.random()
        if chance < 0.75 or not files:
            name = rng.choice(labels)
            return rng.choice((name, name, name, ":" + name))
        if chance < 0.85:
            return rng.choice(files)
        return "%s:%s" % (rng.choice(files), rng.choice((rng.choice(labels),
                                                         str(rng.randint(1, 40)))))
    chance = rng.random()
    if chance < 0.03:
        return rng.choice(("nowhere", "nowhere.c", "7", "nowhere.c:7", "a.b.c:f") +
                          (() if plain else ("", ":")))
    if arc:
        return rng.choice((half() + "/" + half(), half() + "/" + half(), "/" + half(),
                           half() + "/"))
    return half()


def make_options(rng, labels, files, plain):
    args = []
    if rng.random() < 0.6:
        args.append(rng.choice((["-b"], ["-b"], ["--brief"])))
    if rng.random() < 0.55:
        args.append(list(rng.choice(STYLES)))
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3))):
        if rng.random() < 0.5:
            option = rng.choice(WITH_SPEC)
            arc = option in ("-q", "-Q", "--graph=", "--no-graph=") and rng.random() < 0.5
            args.append([option + make_spec(rng, labels, files, arc, plain)])
        else:
            option = rng.choice(TWO_WORDS)
            spec = make_spec(rng, labels, files, option == "-k", plain)
            if option.startswith("--") and rng.random() < 0.5:
                args.append([option + "=" + spec])
            else:
                args.append([option, spec])
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        args.append(list(rng.choice(PLAIN_SWITCHES if plain else SWITCHES)))
    if rng.random() < 0.15:
        args.append(list(rng.choice(NUMBERS)))
    if rng.random() < 0.06:
        args.append(["--demangle=" + rng.choice(STYLES_OF_NAMES)])
    if not plain and rng.random() < 0.05:
        args.append(list(rng.choice(RARE)))
    if any(w in (["-r"], ["--function-ordering"], ["-q", "-r"]) for w in args):
        # GNU gprof orders the copies that its arc specs make, too.
        args = [w for w in args if "/" not in w[-1]]
    rng.shuffle(args)
    return args
