#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ccache hands out a stale object when a profiling option's file changes.
#
# Some options of clang name a file that decides what is instrumented: -fxray-attr-list=,
# -fsanitize-coverage-allowlist=, -fpass-plugin=.  ccache 4.7.5 takes the words of these options for
# its key, but does not look into the files (it does for -fplugin= and -fprofile-list=).
#
# Expected: its manual: "Ccache has been carefully written to always produce exactly the same
# compiler output that you would get without the cache"; none of these is among the caveats.
# Seen: after a list is edited the object has the sleds or the coverage calls of the old list; after
# a pass plugin was rebuilt the object and the messages are those of the old one.

packages=(ccache=4.8+really4.7.5-1 clang-14=1:14.0.6-12 gcc-12=12.2.0-14+deb12u1)

set -u
work=$(mktemp -d) && cd "$work" || exit 77
old=$(dpkg-query -Wf '${Package}\n' | sort)
get() { apt-get -qqy --no-install-recommends install "$1" >/dev/null 2>&1; }
end() {
	cd / && rm -rf "$work"
	mapfile -t new < <(comm -13 <(echo "$old") <(dpkg-query -Wf '${Package}\n' | sort))
	[ ${#new[@]} = 0 ] || apt-get -qqy purge "${new[@]}" >/dev/null 2>&1
}
trap end EXIT
for p in "${packages[@]}"; do
	v=$(dpkg-query -Wf '${Version}' "${p%%=*}" 2>/dev/null)
	[ "$v" = "${p#*=}" ] && continue
	[ -z "$v" ] && { get "$p" || { apt-get -qq update && get "$p"; }; } && continue
	echo "not to be had: $p (here: ${v:-none})"
	exit 77
done

export CCACHE_DIR=$work/cache CCACHE_CONFIGPATH=$work/none
echo 'int f(int x) { return x + 1; } int g(int x) { return f(x) * 3; }' >t.c
stale=0
same() { # same NAME OLD CACHED DIRECT
	echo "$1: before '$2', after the change: by ccache '$3', without it '$4'"
	[ "$2" != "$4" ] && [ "$2" = "$3" ] && stale=$((stale + 1))
}

covered() { "$@" -c t.c -o t.o && objdump -dr t.o | grep -c __sanitizer_cov_trace_pc; }
cc=(clang-14 -O1 "-fsanitize-coverage=func,trace-pc" -fsanitize-coverage-allowlist=allow)
printf 'src:*\nfun:f\n' >allow && a=$(covered ccache "${cc[@]}")
printf 'src:*\nfun:*\n' >allow && b=$(covered ccache "${cc[@]}") c=$(covered "${cc[@]}")
same -fsanitize-coverage-allowlist "$a" "$b" "$c"

sleds() { "$@" -c t.c -o t.o && objdump -d t.o | grep -c 'nopw .*0x200('; }
cc=(clang-14 -O1 -fxray-instrument -fxray-attr-list=attr)
printf '[always]\nfun:f\n' >attr && a=$(sleds ccache "${cc[@]}")
printf '[always]\nfun:f\nfun:g\n' >attr && b=$(sleds ccache "${cc[@]}") c=$(sleds "${cc[@]}")
same -fxray-attr-list "$a" "$b" "$c"

cat >p.c <<'C'
#include <stdint.h>
#include <stdio.h>
struct info { uint32_t api; const char *name, *version; void (*setup)(void *); };
static void setup(void *builder) { fputs(WORD, stderr); }
struct info llvmGetPassPluginInfo(void) { return (struct info){ 1, "p", "1", setup }; }
C
plugin() { gcc-12 -w -shared -fPIC -DWORD="\"$1\"" p.c -o p.so; }
cc=(clang-14 -O1 -fpass-plugin="$work/p.so" -c t.c)
plugin old && a=$(ccache "${cc[@]}" 2>&1)
plugin new && b=$(ccache "${cc[@]}" 2>&1) c=$("${cc[@]}" 2>&1)
same -fpass-plugin "$a" "$b" "$c"
[ "$stale" = 3 ]
