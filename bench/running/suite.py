# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""suite - the real programs of bench/programs: how each is built and tested.

Lines are for bash, in the tree of one build, with $CC, $CXX, $PLAIN (a compiler without the
plugin), $OPT (the flags of all builds) and $JOBS in the environment.  A test line must not stop
at the first failure; what reads its output is named beside it (verdicts.py).  $EVERY
and $FROM are N and K of --every N:K: lines that heed them take each Nth test file, from the Kth
on, in the order of their names.
"""

from dataclasses import dataclass, field


@dataclass
class Program:
    package: str  # Debian's source package
    needs: str  # packages to build and test it
    build: str
    tests: str  # lines of the whole suite
    quick: str  # lines of the named subset
    verdicts: str  # what reads their output: a function of verdicts.py
    skipped: str  # what is left out, and why; printed
    limit: int = 3600  # s that one run of the tests may take before it counts as hung
    nobody: bool = False  # its tests refuse to run as root
    pool: bool = False  # so many short processes that each run needs a pool
    every: str = ""  # what --every takes each Nth of; empty: the suite is not divided
    settings: dict = field(default_factory=dict)  # of the environment of the tests


# Those whose processes, threads and signals are the hardest for a profiler: with --every N too.
CPYTHON_ALWAYS = """
test_fork1 test_faulthandler test_multiprocessing_fork test_multiprocessing_main_handling test_os
test_signal test_subprocess test_threading"""
CPYTHON_QUICK = """
test_array test_builtin test_call test_cmath test_dict test_exceptions test_faulthandler
test_fcntl test_fork1 test_generators test_int test_io test_math test_mmap test_os test_poll
test_popen test_posix test_re test_select test_signal test_socket test_subprocess test_thread
test_threading test_wait3"""
GIT_QUICK = """
t0000-basic t0001-init t0005-signals t0008-ignores t0021-conversion t0300-credentials
t1000-read-tree-m-3way t1006-cat-file t1300-config t2000-conflict-when-checking-files-out
t3200-branch t3404-rebase-interactive t4013-diff-various t5000-tar-tree t5300-pack-object
t5500-fetch-pack t5510-fetch t6030-bisect-porcelain t7004-tag t7300-clean
t7500-commit-template-squash-signoff t7508-status t7810-grep t9300-fast-import"""


def words(text):
    return " ".join(text.split())


PROGRAMS = {
    "memcached": Program(
        "memcached",
        "libevent-dev perl",
        "./configure --disable-docs --disable-coverage CC=\"$CC\" CFLAGS=\"$OPT\"\n"
        "make -j$JOBS CFLAGS=\"$OPT -pthread\"",
        "./sizes >/dev/null; ./testapp; prove -v t",
        "./testapp; prove -v t/00-startup.t t/64bit.t t/binary.t t/binary-get.t t/cas.t "
        "t/chunked-items.t t/evictions.t t/flush-all.t t/getset.t t/incrdecr.t t/lru.t "
        "t/maxconns.t "
        "t/metaget.t t/misbehave.t t/multiversioning.t t/noreply.t t/slabs_reassign.t t/stats.t "
        "t/touch.t t/udp.t t/unixsocket.t",
        "tap",
        "t/whitespace.t, t/ssl*.t skip themselves: they need a repository and a build with TLS",
        settings={"PARALLEL": "1"},
    ),
    "redis": Program(
        "redis",
        "tcl liblzf-dev libjemalloc-dev liblua5.1-0-dev lua-cjson-dev lua-bitop-dev "
        "libhiredis-dev procps pkg-config",
        "make -j$JOBS -C src CC=\"$CC\" OPTIMIZATION=\"\" CFLAGS=\"$OPT -I/usr/include/liblzf\" "
        "LDFLAGS=\"-Wl,-no-as-needed -ldl -latomic -llzf\" "
        "USE_SYSTEM_JEMALLOC=yes USE_JEMALLOC=no MALLOC=libc USE_SYSTEMD=no BUILD_TLS=no "
        "redis-server redis-cli redis-benchmark",
        "ln -sf redis-server src/redis-check-aof; ln -sf redis-server src/redis-check-rdb; "
        "ln -sf redis-server src/redis-sentinel; "
        "./runtest --clients 2 --tags -slow --skipunit unit/oom-score-adj "
        "--skiptest '/^Fullsync should not free scripting'",
        "ln -sf redis-server src/redis-check-aof; ln -sf redis-server src/redis-check-rdb; "
        "ln -sf redis-server src/redis-sentinel; ./runtest --clients 2 --tags '-slow "
        "-large-memory' "
        "--single unit/type/list --single unit/type/set --single unit/type/hash --single "
        "unit/expire "
        "--single unit/scripting --single unit/dump --single unit/protocol --single unit/multi "
        "--single unit/aofrw --single unit/info --single unit/other --single unit/shutdown "
        "--single integration/aof --single integration/rdb --single integration/replication-psync",
        "redis",
        "slow ones; unit/oom-score-adj, which needs rights of the machine; a test of freeing the "
        "scripting engine, which sets an option to what this version refuses: that ends the suite",
    ),
    "tcc": Program(
        "tcc",
        "perl texinfo",
        "./configure --cc=\"$CC\" --extra-cflags=\"$OPT\"\nmake -j$JOBS",
        "make -k -C tests/tests2; make -k -C tests/pp; "
        "rm -f tests/test.ref; make -C tests test.ref CC=gcc CFLAGS='-w -I..'; "
        "make -k -C tests hello-exe libtest test3 memtest abitest-cc abitest-tcc vla_test-run "
        "asm-c-connect-test; make -C tests dlltest CC=\"$PLAIN\"",
        "make -k -C tests/tests2; make -k -C tests/pp; make -k -C tests hello-exe",
        "tcc",
        "cross tests; dlltest links an object with tcc's own linker, which knows few relocations: "
        "that object is plain in all builds",
    ),
    "libpng": Program(
        "libpng1.6",
        "zlib1g-dev",
        "./configure --disable-shared CC=\"$CC\" CFLAGS=\"$OPT\"\nmake -j$JOBS",
        "make -k -j$JOBS check; for log in tests/*.log *.trs; do :; done",
        "make -k -j$JOBS check TESTS='tests/pngtest-all tests/pngvalid-gamma-16-to-8 "
        "tests/pngstest-1.8 tests/pngunknown-discard'",
        "automake",
        "none",
    ),
    "ninja": Program(
        "ninja-build",
        "re2c python3",
        "CFLAGS=\"$OPT\" ./configure.py --bootstrap\n./ninja ninja_test ninja",
        "./ninja_test; mkdir -p many; cd many; (printf 'rule made\\n command = echo $in >$out\\n'; "
        "echo 'build o.1: made'; "
        "for i in $(seq 2 500); do echo \"build o.$i: made | o.$((i / 2))\"; done) >build.ninja; "
        "for i in 1 2 3; do ../ninja -t clean >/dev/null; "
        "../ninja >/dev/null && [ $(ls o.* | wc -l) = 500 ] && "
        "../ninja -n | grep -q 'no work' && echo \"build $i: ok\"; done",
        "./ninja_test",
        "ninja",
        "none",
    ),
    "nginx": Program(
        "nginx",
        "libpcre2-dev zlib1g-dev libssl-dev openssl",
        "./configure --with-cc=\"$CC\" --with-cc-opt=\"$OPT\" --with-http_ssl_module "
        "--with-http_v2_module "
        "--with-threads --with-stream --with-debug --with-http_stub_status_module\nmake -j$JOBS",
        "python3 \"$BENCH/requests.py\" objs/nginx 400",
        "python3 \"$BENCH/requests.py\" objs/nginx 50",
        "named",
        "Debian's source package has no test suite: requests.py of this bench instead",
    ),
    "cpython": Program(
        "python3.11",
        "zlib1g-dev libssl-dev libffi-dev libsqlite3-dev libbz2-dev liblzma-dev libexpat1-dev",
        # Debian's pyexpat.c includes headers of the core.
        "./configure CC=\"$CC\" CXX=\"$CXX\" OPT=\"$OPT -DPy_BUILD_CORE_MODULE\" "
        "--with-system-expat --without-ensurepip\nmake -j$JOBS\n"
        "./python -c 'import pyexpat'",
        "chosen=$( (ls Lib/test | sed -n 's/^\\(test_[a-z0-9_]*\\)\\(\\.py\\)*$/\\1/p' | "
        "awk \"NR % $EVERY == $FROM % $EVERY\"; "
        "printf '%s\\n' " + words(CPYTHON_ALWAYS) + ") | sort -u)\n"
        "./python -m test -j2 --timeout 600 --junit-xml junit.xml $chosen",
        "./python -m test -j2 --timeout 600 --junit-xml junit.xml " + words(CPYTHON_QUICK),
        "junit",
        "what regrtest leaves out by itself: networks, GUIs, what takes much time or memory",
        every="test file of Lib/test, and " + words(CPYTHON_ALWAYS),
    ),
    "git": Program(
        "git",
        "zlib1g-dev perl gettext libpcre2-dev",
        "make -j$JOBS CC=\"$CC\" CFLAGS=\"$OPT\" NO_TCLTK=1 NO_GETTEXT=1 NO_CURL=1 NO_EXPAT=1 "
        "NO_OPENSSL=1 "
        "NO_PYTHON=1 INSTALL_SYMLINKS=1 all",
        "cd t; for t in $(ls t[0-7]*.sh | awk \"NR % $EVERY == $FROM % $EVERY\"); do\n"
        "echo \"script $t\"; ./$t --no-color; done",
        "cd t; for t in " + words(GIT_QUICK) + "; do echo \"script $t\"; ./$t.sh --no-color; done",
        "git",
        "t8 and t9 in the whole suite (blame, other version controls)",
        every="script t[0-7]*.sh",
        nobody=True,
        pool=True,
    ),
    "postgresql": Program(
        "postgresql-15",
        "bison flex perl",
        "./configure CC=\"$CC\" CFLAGS=\"$OPT\" --without-readline --without-zlib --without-icu\n"
        "make -j$JOBS -s && make -j$JOBS -s -C src/test/regress",
        "make -s -C src/test/regress check MAX_CONNECTIONS=4",
        "make -s -C src/test/regress check-tests MAX_CONNECTIONS=4 TESTS='test_setup boolean "
        "char int4 int8 "
        "float8 numeric text strings create_table create_index select join aggregates "
        "transactions "
        "triggers plpgsql'",
        "postgresql",
        "all but the core regression",
        nobody=True,
        pool=True,
    ),
}
