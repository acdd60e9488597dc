# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Function names of all kinds: C, C++, Rust, D, clones, and names that look wrong."""

WORDS = ("alpha", "beta", "gamma", "read", "parse", "sort", "main", "a", "B", "emit",
         "walk_tree", "hash", "f", "g", "h", "init", "next", "zeta", "x1", "tmp9")
EXCLUDED = ("mcount", "_mcount", "__mcount", "__mcount_internal", "_gprof_mcount", "__mcleanup")
MANGLED = (
    "_ZN3foo3barEv", "_ZN3fooC1Ev", "_ZN3fooD0Ev", "_ZNSt6vectorIiSaIiEE9push_backERKi",
    "_Z3maxIiET_S0_S0_", "_ZZ4mainENKUlvE_clEv", "_ZN12_GLOBAL__N_15localEi", "_ZTv0_n24_N1A1fEv",
    "_ZN1AplERKS_", "_ZNK1AcvbEv", "_Z1fDv4_f", "_ZSt4sortIPiEvT_S1_",
    "_ZN4core3fmt9Formatter9write_str17h0123456789abcdefE",
    "_ZN4main4main17hfedcba9876543210E", "_RNvC5crate4main", "_RNvNtC3foo3bar3baz",
    "_D3std5stdio7writelnFZv", "_Dmain", "_D4test3fooFiZi", "_Z", "_ZN", "_ZN3fooEv$x",
    "_Z3foov@plt", "memcpy@@GLIBC_2.14", "memcpy@plt", ".hidden", "$dollar", ".$_Z1fv",
    "_Z1fv.cold", "_Z1fv.isra.0", "_Z1fi.constprop.0", "_Z1fi.part.3", "?f@@YAXXZ",
    "__GLOBAL__sub_I_x", "_GLOBAL__sub_I__ZN3foo3barEv", "_ada_main", "pkg__proc", "pkg__proc__2")
DOTTED = (".0", ".1234", ".12.34", ".isra.0", ".part.0", ".cold", ".clone.3", ".constprop.0",
          ".constprop.0.isra.1", ".clone.1.clone.2", ".llvm.123", ".", ".x", ".1x", "$1", "$LT$")


def make_names(rng, count, plain):
    """COUNT names, most of them different."""
    names = []
    for i in range(count):
        kind = rng.random()
        if kind < 0.62:
            name = "%s%d" % (rng.choice(WORDS), i if rng.random() < 0.9 else 0)
        elif kind < 0.80:
            name = rng.choice(MANGLED)
        elif kind < 0.84:
            name = rng.choice(EXCLUDED)
        elif kind < 0.92:
            name = "_" * rng.randint(1, 3) + rng.choice(WORDS) + str(i)
        else:
            name = rng.choice(WORDS) + str(i) + rng.choice(DOTTED)
        if plain and ("$" in name or "." in name or "@" in name):
            name = "p%d" % i
        names.append(name)
    return names
