# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
#
# programs.sh - the real programs that demo and bench/ compile, from Debian's
# source packages.  Sourced after common.sh.

# lua_sources DIRECTORY - copies what the Lua interpreter is compiled from:
# DIRECTORY/*.c with -DLUA_USE_LINUX, linked with -lm -ldl.
lua_sources()
{
	local file
	fetch_source lua5.4 "$root/build/src"
	mkdir -p "$1"
	for file in "$root"/build/src/lua5.4/src/*.[ch]; do
		[ "${file##*/}" = luac.c ] || cp "$file" "$1"
	done
	# Debian's package makes this file when it is built.
	echo "#define DEB_HOST_MULTIARCH \"$(gcc -print-multiarch)\"" \
		>"$1/lua5.4-deb-multiarch.h"
}

# sqlite_sources DIRECTORY - makes DIRECTORY/sqlite3.c, sqlite3.h and
# speedtest1.c.
sqlite_sources()
{
	local made=$root/build/src/sqlite3/made
	fetch_source sqlite3 "$root/build/src"
	if [ ! -e "$made/sqlite3.c" ]; then
		need_packages tcl
		echo "making sqlite3.c" >&2
		mkdir -p "$made"
		if ! (cd "$made" && ../configure --disable-readline && make sqlite3.c) \
			>"$made/log" 2>&1; then
			tail -n 5 "$made/log" >&2
			rm -f "$made/sqlite3.c"
			die "cannot make sqlite3.c"
		fi
	fi
	mkdir -p "$1"
	cp "$made/sqlite3.c" "$made/sqlite3.h" "$made/../test/speedtest1.c" "$1"
}

# What these programs are compiled from is used where it is unpacked, in
# build/src/PACKAGE.  LevelDB's benchmark includes the headers of libgmock-dev.
leveldb_sources()
{
	fetch_source leveldb "$root/build/src"
}

zstd_sources()
{
	fetch_source libzstd "$root/build/src"
}

bzip2_sources()
{
	fetch_source bzip2 "$root/build/src"
}

brotli_sources()
{
	fetch_source brotli "$root/build/src"
}

zopfli_sources()
{
	fetch_source zopfli "$root/build/src"
}

# gawk_sources - configures build/src/gawk: its config.h is what its sources need.
gawk_sources()
{
	local tree=$root/build/src/gawk
	fetch_source gawk "$root/build/src"
	[ ! -e "$tree/config.h" ] || return 0
	echo "configuring gawk" >&2
	if ! (cd "$tree" && ./configure --disable-mpfr --disable-nls --without-readline) \
		>"$tree/log" 2>&1; then
		tail -n 5 "$tree/log" >&2
		die "cannot configure gawk"
	fi
}

# tcc_sources - configures build/src/tcc, which makes its config.h.
tcc_sources()
{
	local tree=$root/build/src/tcc
	fetch_source tcc "$root/build/src"
	[ ! -e "$tree/config.h" ] || return 0
	echo "configuring tcc" >&2
	(cd "$tree" && ./configure) >"$tree/log" 2>&1 || die "cannot configure tcc, see '$tree/log'"
}
