# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sets - the sets of compiler and linker flags that counts have to be exact with.

A table has columns, which are languages (languages.py), levels, and a set a line: the flags, blanks
between; after '|' what they need in PATH.  Each level is put in front of those marked with '*'.
"--" stands between the flags of the compiler that makes bitcode and those of the one that reads it.
"""

CLANG = """
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
"""

# Front ends that say nothing of optimisation in their functions: '-Xclang -disable-O0-optnone'.
BITCODE = """
-O0 -- -O0
-O0 -Xclang -disable-O0-optnone -- -O0
-O0 -Xclang -disable-O0-optnone -- -O2
-O0 -Xclang -disable-O0-optnone -fPIC -- -O0 -fPIC
-O0 -Xclang -disable-O0-optnone -g -- -O0 -static
-O0 -Xclang -disable-O0-optnone -- -O0 -flto -fuse-ld=lld | ld.lld
-O0 -Xclang -disable-O0-optnone -- -O0 -flto=thin -fuse-ld=lld -Wl,--lto-O0 | ld.lld
-O1 -- -O0
-O1 -Xclang -disable-llvm-passes -- -O1
-O2 -- -O0
-O2 -- -O2
-O2 -g -- -O0 -static-pie
-O2 -g -- -O2 -ffunction-sections -fdata-sections -Wl,--gc-sections
-O2 -Xclang -disable-llvm-passes -- -O2
-O2 -fPIC -- -O2 -fPIC -rdynamic
-O2 -fsanitize=address -- -O2 -fsanitize=address
-O2 -flto -- -O2 -flto -fuse-ld=lld | ld.lld
-O2 -flto=thin -- -O2 -flto=thin -fuse-ld=lld | ld.lld
-O3 -- -O3
-Os -- -Os
-Oz -- -Oz
"""

RUST = """
-Copt-level=1
-Copt-level=s
-Copt-level=z
-Copt-level=3 -Ccodegen-units=1 -Clto=fat -Cpanic=abort
*
* -g
* -Cdebuginfo=1 -Csplit-debuginfo=unpacked
* -Cdebuginfo=2 -Csplit-debuginfo=packed
* --target=x86_64-unknown-linux-gnu
* -Ccodegen-units=1
* -Ccodegen-units=16
* -Cpanic=abort
* -Clto=fat
* -Clto=thin
* -Cembed-bitcode=no
* -Clinker-plugin-lto -Clinker=clang -Clink-arg=-fuse-ld=lld | ld.lld
* -Cno-prepopulate-passes -Cpasses=gprof
* -Crelocation-model=static
* -Crelocation-model=pic
* -Ctarget-feature=+crt-static
* -Ctarget-feature=+crt-static -Crelocation-model=static
* -Ccode-model=medium
* -Ccode-model=large
* -Cprefer-dynamic -Crpath
* -Ctarget-cpu=native
* -Cno-redzone
* -Cforce-frame-pointers=yes
* -Cforce-unwind-tables=no -Cpanic=abort
* -Cdebug-assertions=yes
* -Coverflow-checks=yes
* -Clink-dead-code
* -Cjump-tables=no
* -Csymbol-mangling-version=v0
* -Csymbol-mangling-version=legacy -Zunstable-options
* -Crelro-level=off
* -Cstrip=debuginfo
* -Cstrip=symbols
* -Cinstrument-coverage
* -Cprofile-generate=.
* -Csave-temps
* -Clink-arg=-fuse-ld=bfd | ld.bfd
* -Clink-arg=-fuse-ld=gold | ld.gold
* -Clinker=clang -Clink-arg=-fuse-ld=lld | ld.lld
* -Clinker=clang -Clink-arg=-fuse-ld=mold | mold
* -Clinker=clang -Clink-args=-fuse-ld=lld\x20-Wl,--icf=all | ld.lld
* -Clink-arg=-Wl,--build-id=none
* -Clink-arg=-Wl,--emit-relocs
* -Clink-arg=-Wl,-z,now
* -Zshare-generics=yes
* -Zcf-protection=full
* -Zstack-protector=all
* -Zsanitizer=address
* -Zsanitizer=leak
* -Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer
* -Zsanitizer=cfi -Clto=fat -Ccodegen-units=1 -Cunsafe-allow-abi-mismatch=sanitizer
* -Zinstrument-mcount
* -Zinstrument-xray
* -Zfunction-sections=yes
* -Zmir-opt-level=0
* -Zmir-opt-level=4
* -Zno-unique-section-names
* -Ztls-model=initial-exec
* -Ztls-model=global-dynamic
* -Zplt=yes
"""

FORTRAN = """
-O0
-O1
-O2
-O3
-Ofast
* -g
* -g1
* -fPIC
* -fPIE -pie
* -no-pie -fno-PIE
* -static
* -static-libflangrt
* -static-pie -fPIE
* -mcmodel=medium
* -mcmodel=large
* -march=native
* -ffast-math
* -fomit-frame-pointer
* -fno-omit-frame-pointer
* -fstack-arrays
* -fno-stack-arrays
* -frealloc-lhs
* -fno-realloc-lhs
* -fwrapv
* -fdefault-integer-8
* -funderscoring
* -fno-underscoring
* -fconvert=big-endian
* -fsave-main-program
* -finit-global-zero
* -fopenmp
* -fno-integrated-as
* -fprofile-generate
* -flto -fuse-ld=lld -Wl,-z,execstack | ld.lld
* -flto=thin -fuse-ld=lld -Wl,-z,execstack | ld.lld
* -flto -fuse-ld=lld -Wl,-z,execstack -Wl,--lto-O0 | ld.lld
* -ffat-lto-objects -flto -fuse-ld=lld -Wl,-z,execstack | ld.lld
* -fuse-ld=bfd | ld.bfd
* -fuse-ld=gold | ld.gold
* -fuse-ld=lld -Wl,-z,execstack | ld.lld
* -fuse-ld=lld -Wl,-z,execstack -Wl,--icf=all | ld.lld
* -fuse-ld=mold -Wl,-z,execstack | mold
* -Wl,-z,now
* -Wl,--build-id=none
* -Wl,-s
* -rdynamic
"""

D = """
-O0 -- -O0
-O0 -- -O2
-O1 -- -O1
-O2 -- -O0
-O2 -- -O2
-O3 -- -O3
-Os -- -Os
-Oz -- -Oz
-g -- -O0
-g -O2 -- -O2
-gc -O2 -- -O2
-release -O2 -- -O2
-O2 -boundscheck=off -- -O2
-O2 -unittest -- -O2
-O2 -frame-pointer=all -- -O2
-O2 -relocation-model=pic -- -O2 -fPIC
-O0 -relocation-model=pic -- -O0 -fPIC
-O2 -function-sections=0 -data-sections=0 -- -O2
-O2 -linkonce-templates -- -O2
-O2 -disable-red-zone -- -O2
-O2 -enable-inlining=0 -- -O2
-O2 -allinst -- -O2
-O2 -mcpu=native -- -O2 -march=native
-O2 -cov -- -O2
-O2 -fprofile-instr-generate -- -O2
-O2 -finstrument-functions -- -O2
-O2 -fsanitize=address -- -O2
"""

C_LEVELS = ("-O0", "-O2")
RUST_LEVELS = ("-Copt-level=0", "-Copt-level=3")

TABLES = (
    (("C", "C++"), C_LEVELS, CLANG),
    (("C by bitcode", "C++ by bitcode", "C by opt and llc", "C++ by opt and llc"), (), BITCODE),
    (("Rust",), RUST_LEVELS, RUST),
    (("Fortran",), C_LEVELS, FORTRAN),
    (("D by bitcode",), (), D),
)


def flags_of(line, levels):
    """Yields (flags, program that is needed or "")."""
    flags, _, needs = (part.strip() for part in line.partition("|"))
    for level in levels if flags.startswith("*") else ("",):
        yield level + flags.removeprefix("*"), needs


def tables():
    """Yields (languages, [(flags, program that is needed or "")])."""
    for languages, levels, lines in TABLES:
        yield languages, [row for line in lines.strip().splitlines()
                          for row in flags_of(line, levels)]
