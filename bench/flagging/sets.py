# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sets - the sets of compiler and linker flags that counts have to be exact with.

Each is a line: the flags, blanks between; after '|' what they need in PATH.  LEVELS are put in
front of those marked with '*'.
"""

LEVELS = ("-O0", "-O2")

SETS = """
-O0
-O1
-O2
-O3
-Os
-Oz
-Og
-O2 -g
* -g -gdwarf-4
* -g -gdwarf-5 -gz
* -g -gsplit-dwarf
* -gembed-source -gdwarf-5
* -fPIC
* -fPIE -pie
* -fno-pie -no-pie
* -static
* -static-pie
* -mcmodel=small
* -mcmodel=medium
* -mcmodel=large -fno-pie -no-pie
* -ftls-model=global-dynamic
* -ftls-model=local-dynamic -fPIC
* -ftls-model=initial-exec
* -femulated-tls
* -fno-plt
* -fno-semantic-interposition -fPIC
* -fvisibility=hidden
* -ffunction-sections -fdata-sections -Wl,--gc-sections
* -fno-omit-frame-pointer
* -fomit-frame-pointer
* -fno-asynchronous-unwind-tables
* -fno-optimize-sibling-calls
* -fno-inline
* -finline-functions
* -fno-builtin
* -fno-strict-aliasing
* -fwrapv
* -ftrapv
* -ffast-math
* -fshort-enums
* -funsigned-char
* -march=native
* -mavx2
* -mno-red-zone
* -fstack-protector-strong
* -fstack-protector-all
* -fstack-clash-protection
* -fcf-protection=full
* -fcf-protection=none
* -D_FORTIFY_SOURCE=2
* -ftrivial-auto-var-init=pattern
* -fzero-call-used-regs=all
* -mretpoline
* -mlvi-hardening
* -mspeculative-load-hardening
* -fsplit-machine-functions
* -fbasic-block-sections=all
* -mllvm -enable-machine-outliner
* -fno-jump-tables
* -fpatchable-function-entry=2
* -finstrument-functions
* -fxray-instrument
* -pg
* -fprofile-generate
* -fprofile-instr-generate
* -fprofile-instr-generate -fcoverage-mapping
* --coverage
* -fpseudo-probe-for-profiling
* -fdebug-info-for-profiling
* -fsanitize=address
* -fsanitize=address -fsanitize-address-use-after-scope
* -fsanitize=leak
* -fsanitize=memory
* -fsanitize=thread
* -fsanitize=undefined
* -fsanitize=undefined -fsanitize-trap=undefined
* -fsanitize=integer
* -fsanitize=bounds -fno-sanitize-recover=all
* -fsanitize=safe-stack
* -fsanitize=dataflow
* -fsanitize=cfi -flto -fvisibility=hidden -fuse-ld=lld | ld.lld
* -fsanitize=cfi -flto=thin -fvisibility=hidden -fuse-ld=lld | ld.lld
* -fsanitize=cfi-icall -flto -fvisibility=hidden -fuse-ld=lld | ld.lld
* -fsanitize-coverage=trace-pc-guard -fsanitize=address
* -flto -fuse-ld=lld | ld.lld
* -flto=thin -fuse-ld=lld | ld.lld
* -flto -fuse-ld=gold | ld.gold
* -flto=thin -fuse-ld=gold | ld.gold
* -flto -ffat-lto-objects -fuse-ld=lld | ld.lld
* -flto -Wl,--lto-O0 -fuse-ld=lld | ld.lld
* -flto -fwhole-program-vtables -fvisibility=hidden -fuse-ld=lld | ld.lld
* -fuse-ld=bfd | ld.bfd
* -fuse-ld=gold | ld.gold
* -fuse-ld=lld | ld.lld
* -fuse-ld=mold | mold
* -fuse-ld=lld -Wl,--icf=all | ld.lld
* -fuse-ld=gold -Wl,--icf=all | ld.gold
* -fuse-ld=lld -Wl,-z,separate-code | ld.lld
* -fuse-ld=lld -Wl,--pack-dyn-relocs=relr | ld.lld
* -fuse-ld=lld -Wl,-z,nognustack | ld.lld
* -Wl,-z,now -Wl,-z,relro
* -Wl,-z,norelro
* -Wl,-O1 -Wl,--as-needed
* -Wl,--hash-style=sysv
* -Wl,--build-id=none
* -Wl,--build-id=sha1
* -Wl,--compress-debug-sections=zlib -g
* -Wl,--emit-relocs
* -Wl,-s
* -Wl,--no-eh-frame-hdr
* -fno-integrated-as
* -fno-integrated-as -g
* -rdynamic
* -fno-addrsig
* -save-temps=obj
* -fcommon
* -fno-common
* -fno-exceptions
* -fno-rtti
* -fomit-frame-pointer -fno-unwind-tables -fno-asynchronous-unwind-tables
""".strip().splitlines()


def all_sets():
    """Yields (flags, program that is needed or "")."""
    for line in SETS:
        flags, _, needs = (part.strip() for part in line.partition("|"))
        if not flags.startswith("*"):
            yield flags, needs
            continue
        for level in LEVELS:
            yield level + flags[1:], needs
