# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
#
# bench.sh - how every bench command begins: its LLVM, a build, and the folder
# it may write to.  Sourced after common.sh.

# bench_prepare [VERSION [PACKAGE...]] - sets version, build and work.
bench_prepare()
{
	version=${1:-$(newest_llvm)}
	[ $# -eq 0 ] || shift
	[[ $version =~ ^[0-9]+$ ]] || die "'$version' is not an LLVM version"
	build=$root/build/llvm-$version
	work=$root/build/bench
	# shellcheck disable=SC2046
	need_packages $(build_packages "$version") "$@"
	mkdir -p "$work"
	echo "building for LLVM $version" >&2
	build_for "$version" "$build" >"$work/build.log" 2>&1 ||
		die "the build failed, see 'build/bench/build.log'"
}
