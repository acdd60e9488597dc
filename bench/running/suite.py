# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""suite - the real programs of bench/programs: how each is built and tested.

Lines are for bash, in the tree of one build, with $CC, $CXX, $OPT (the flags of all builds)
and $JOBS in the environment.  A test line must not stop at the first failure; what
reads its output is named beside it (verdicts.py).
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
    settings: dict = field(default_factory=dict)  # of the environment of the tests


CPYTHON = """
test_abc test_array test_ast test_asyncgen test_audit test_base64 test_bigmem test_bisect
test_builtin test_bytes test_call test_capi test_class test_cmath test_codecs test_collections
test_concurrent_futures test_context test_contextlib test_copy test_coroutines test_csv
test_dataclasses test_datetime test_decimal test_deque test_descr test_dict test_dynamic
test_enum test_exceptions test_faulthandler test_fcntl test_file test_float test_fork1
test_format test_frame test_fstring test_functools test_gc test_generators test_grammar
test_hashlib test_heapq test_import test_int test_io test_ioctl test_itertools test_json
test_kqueue test_list test_logging test_long test_marshal test_math test_memoryio
test_memoryview test_mmap test_multiprocessing_main_handling test_openpty test_operator test_os
test_ordered_dict test_pickle test_pipes test_poll test_popen test_posix test_pty test_queue
test_random test_re test_repl test_resource test_select test_selectors test_set test_signal
test_slice test_socket test_socketpair test_sort test_sqlite3 test_stat test_str test_struct
test_subprocess test_sys test_sys_setprofile test_tempfile test_thread test_threadedtempfile
test_threading test_threading_local test_time test_timeit test_tokenize test_trace
test_traceback test_tuple test_typing test_unicode_file test_unpack test_userdict test_uuid
test_venv test_wait3 test_wait4 test_weakref test_zipfile test_zlib"""
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
        "./runtest --clients 2 --tags -slow --skipunit unit/oom-score-adj",
        "ln -sf redis-server src/redis-check-aof; ln -sf redis-server src/redis-check-rdb; "
        "ln -sf redis-server src/redis-sentinel; ./runtest --clients 2 --tags '-slow "
        "-large-memory' "
        "--single unit/type/list --single unit/type/set --single unit/type/hash --single "
        "unit/expire "
        "--single unit/scripting --single unit/dump --single unit/protocol --single unit/multi "
        "--single unit/aofrw --single unit/info --single unit/other --single unit/shutdown "
        "--single integration/aof --single integration/rdb --single integration/replication-psync",
        "redis",
        "slow ones; unit/oom-score-adj, which needs rights of the machine",
    ),
    "tcc": Program(
        "tcc",
        "perl texinfo",
        "./configure --cc=\"$CC\" --extra-cflags=\"$OPT\"\nmake -j$JOBS",
        "make -k -C tests/tests2; make -k -C tests/pp; make -k -C tests hello-exe libtest test3 "
        "memtest "
        "dlltest abitest vla_test-run",
        "make -k -C tests/tests2; make -k -C tests/pp; make -k -C tests hello-exe",
        "tcc",
        "asm-c-connect and cross tests: they link objects of another compiler with tcc's own "
        "linker",
    ),
    "libpng": Program(
        "libpng1.6",
        "zlib1g-dev",
        "./configure --disable-shared CC=\"$CC\" CFLAGS=\"$OPT\"\nmake -j$JOBS",
        "make -k -j$JOBS check; for log in tests/*.log *.trs; do :; done",
        "make -k -j$JOBS check TESTS='tests/pngtest-all tests/pngvalid-gamma-16-to-8 "
        "tests/pngstest-1.0 tests/pngunknown-discard'",
        "automake",
        "none",
    ),
    "ninja": Program(
        "ninja-build",
        "re2c python3",
        "CFLAGS=\"$OPT\" ./configure.py --bootstrap\n./ninja ninja_test ninja",
        "./ninja_test; for i in 1 2 3; do ./ninja -t clean >/dev/null; GPROF_FILE= ./ninja -n "
        ">/dev/null && "
        "./ninja -n -d explain >/dev/null 2>&1 && echo \"dry run $i: ok\"; done; ./ninja "
        "ninja_test >/dev/null",
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
        "zlib1g-dev libssl-dev libffi-dev libsqlite3-dev libbz2-dev liblzma-dev",
        "./configure CC=\"$CC\" CXX=\"$CXX\" OPT=\"$OPT\" --without-ensurepip\nmake -j$JOBS",
        "./python -m test -j2 --timeout 600 --junit-xml junit.xml " + words(CPYTHON),
        "./python -m test -j2 --timeout 600 --junit-xml junit.xml " + words(CPYTHON_QUICK),
        "junit",
        "those not in the fixed list of suite.py: networks, GUIs and what takes minutes",
    ),
    "git": Program(
        "git",
        "zlib1g-dev perl gettext libpcre2-dev",
        "make -j$JOBS CC=\"$CC\" CFLAGS=\"$OPT\" NO_TCLTK=1 NO_GETTEXT=1 NO_CURL=1 NO_EXPAT=1 "
        "NO_OPENSSL=1 "
        "NO_PYTHON=1 INSTALL_SYMLINKS=1 all",
        "cd t; for t in t[0-7]*.sh; do echo \"script $t\"; ./$t --no-color; done",
        "cd t; for t in " + words(GIT_QUICK) + "; do echo \"script $t\"; ./$t.sh --no-color; done",
        "git",
        "t8 and t9 in the whole suite (blame, other version controls)",
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
