#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# XRay logs no exit of a function that an exception leaves, and `llvm-xray account` then has
# functions that take fifty times as long as the program.
#
# The log is of a C++ program that catches 100 exceptions, each from two functions below main.
# `llvm-xray account` ends with an error.  With --keep-going main is missing, and so are the calls
# that an exception left.  With --deduce-sibling-calls all these frames stay on the stack until main
# returns, and each adds the time until then to its function.
#
# Expected: the XRay documentation of LLVM ("XRay: a function call tracing system") says that
# patched functions log entry and exit; account "provides function call accounting".  An exit by
# an exception is one, or the error says what it was.
# Seen: an error; 900 of 1000 calls and no main with -k; with -d each of the two functions has more
# than ten times the time of main, which called them.

packages=(clang-22=1:22.1.8-1~deb12u1 llvm-22=1:22.1.8-1~deb12u1
	libclang-rt-22-dev=1:22.1.8-1~deb12u1)

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

cat >t.cc <<'C'
__attribute__((noinline)) void thrower(int i) { if (i % 10 == 0) throw i; asm volatile(""); }
__attribute__((noinline)) void middle(int i) { thrower(i); asm volatile(""); }
__attribute__((noinline)) void quiet() { for (volatile int i = 0; i < 100000; i = i + 1); }
int main()
{
	for (int i = 0; i < 1000; i++) {
		try { middle(i); } catch (int) {}
		quiet();
	}
}
C
clang++-22 -O1 -fxray-instrument -fxray-instruction-threshold=1 t.cc -o t || exit 77
XRAY_OPTIONS="patch_premain=true xray_mode=xray-basic xray_logfile_base=log." \
	XRAY_BASIC_OPTIONS="func_duration_threshold_us=0" ./t 2>/dev/null || exit 77
account() { llvm-xray-22 account log.* -instr_map=t -format=csv "$@" 2>&1; }
account | head -n 1
account >/dev/null && plain=0 || plain=1
account -k >going
account -d >table || exit 1
sum() { awk -F, -v name="\"$1\"" '$NF == name { print $8 }' table; }
calls=$(awk -F, '$NF == "\"middle(int)\"" { print $2 }' going)
echo "account: exit status $plain"
echo "--keep-going: $calls calls of middle, $(grep -c '"main"' going) rows of main"
echo "--deduce-sibling-calls:"
for f in main 'middle(int)' 'thrower(int)' 'quiet()'; do echo "$f: $(sum "$f") s"; done
[ $plain = 1 ] && [ "$calls" = 900 ] && ! grep -q '"main"' going &&
	awk -v a="$(sum 'middle(int)')" -v all="$(sum main)" 'BEGIN { exit !(a > 10 * all) }'
