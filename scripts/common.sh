# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
#
# common.sh - what check, demo and bench/cost share: installing what is missing
# and building for one LLVM.  Sourced; the caller has set 'root', the top of the
# source tree.  Everything here exits with one message when it fails.

die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# As root: directly, or by a sudo that asks nothing.
as_root()
{
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo -n "$@"
	fi
}

can_be_root()
{
	[ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

package_installed()
{
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# need_packages PACKAGE... - installs the missing ones; asks the network only
# when there are any.
need_packages()
{
	local missing=() p log
	if ! command -v dpkg-query >/dev/null; then
		echo "${0##*/}: not a Debian system: taking for granted what these packages hold:" \
			"$*" >&2
		return
	fi
	for p in "$@"; do
		package_installed "$p" || missing+=("$p")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	command -v apt-get >/dev/null ||
		die "apt-get is missing, install these packages by hand: ${missing[*]}"
	can_be_root ||
		die "no right to install packages, have these installed: ${missing[*]}"
	echo "installing ${missing[*]}" >&2
	log=$(mktemp)
	# Another apt may be at work, as on a machine that has just started.
	if ! as_root apt-get -q -o DPkg::Lock::Timeout=300 update >"$log" 2>&1 ||
		! as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y \
			-o DPkg::Lock::Timeout=300 --no-install-recommends \
			"${missing[@]}" >>"$log" 2>&1; then
		tail -n 5 "$log" >&2
		rm -f "$log"
		die "cannot install these packages (no network?): ${missing[*]}"
	fi
	rm -f "$log"
}

# want_packages PACKAGE... - the same, but goes on without them.
want_packages()
{
	(need_packages "$@") || echo "${0##*/}: going on without: $*" >&2
}

# For the page of `gprof-llvm view`, and to look at it.
page_packages()
{
	echo esbuild
}

page_test_packages()
{
	echo chromium fonts-dejavu-core
}

# Packages to build for LLVM $1, and to test with it.
build_packages()
{
	echo gcc g++ make cmake ninja-build python3 binutils libelf-dev libdw-dev \
		libiberty-dev libjansson-dev libncurses-dev libcapstone-dev zlib1g-dev \
		scdoc \
		"clang-$1" "llvm-$1-dev"
}

test_packages()
{
	build_packages "$1"
	echo "llvm-$1-tools" "lld-$1" "libclang-rt-$1-dev" libomp-dev valgrind lcov gdb strace \
		dpkg-dev patchelf mold ccache musl-tools python3-jsonschema groff-base \
		graphviz zsh fish tmux btrfs-progs meson autoconf libtool-bin
	cross_packages
	fortran_packages "$1"
}

# A large download, for one test: only with the LLVM whose flang the plugin is tested with.
fortran_packages()
{
	[ "$1" -lt 22 ] || [ -z "${GPROF_TEST_LONG:-}" ] || echo "flang-$1"
}

# To compile and run programs for AArch64, where that is not the machine's processor.
cross_packages()
{
	[ "$(uname -m)" = aarch64 ] ||
		echo libc6-dev-arm64-cross g++-aarch64-linux-gnu binutils-aarch64-linux-gnu \
			qemu-user
}

# Where Debian and apt.llvm.org install: LLVM N in llvm-N.
llvm_folders=${llvm_folders:-/usr/lib}

# The newest LLVM that apt has; nothing if there is none that will do.
newest_offered_llvm()
{
	local v
	for v in $(seq 22 -1 14); do
		if apt-cache show "llvm-$v-dev" >/dev/null 2>&1; then
			echo "$v"
			return
		fi
	done
}

# The newest LLVM that is installed, or else that apt has.
newest_llvm()
{
	local v
	for v in $(seq 22 -1 14); do
		if [ -x "$llvm_folders/llvm-$v/bin/clang" ] && [ -d "$llvm_folders/llvm-$v/cmake" ]
		then
			echo "$v"
			return
		fi
	done
	v=$(newest_offered_llvm)
	echo "${v:-14}"
}

# which_llvm VERSION [named] - says which LLVM is taken, and how to take a newer one.
which_llvm()
{
	local offered how="the newest installed"
	[ -d "$llvm_folders/llvm-$1/cmake" ] || how="the newest that apt has"
	[ "${2-}" != named ] || how="as asked for"
	echo "building for LLVM $1 ($how)"
	[ "$1" -lt 22 ] && [ "${2-}" != named ] || return 0
	offered=$(newest_offered_llvm)
	if [ "${offered:-0}" -gt "$1" ]; then
		echo "LLVM $offered can be had: ${0##*/} $offered"
	fi
	if [ "${offered:-0}" -lt 22 ]; then
		echo "https://apt.llvm.org has packages up to LLVM 22: then ${0##*/} 22"
	fi
}

# build_for VERSION DIRECTORY [TARGET...]
build_for()
{
	local targets=("${@:3}")
	cmake -S "$root" -B "$2" -G Ninja -DLLVM_DIR="/usr/lib/llvm-$1/cmake" &&
		cmake --build "$2" --target "${targets[@]:-all}"
}

# build_sanitized VERSION DIRECTORY - the desk tool and its tests alone, by clang.
build_sanitized()
{
	local bin=/usr/lib/llvm-$1/bin
	cmake -S "$root" -B "$2" -G Ninja -DLLVM_DIR="/usr/lib/llvm-$1/cmake" \
		-DCMAKE_C_COMPILER="$bin/clang" -DCMAKE_CXX_COMPILER="$bin/clang++" \
		-DGPROF_SANITIZE=ON &&
		cmake --build "$2"
}

# fetch_source PACKAGE DIRECTORY - unpacks a Debian source package there, as
# DIRECTORY/PACKAGE.  The system's apt configuration often lacks deb-src
# entries; they are derived from its deb entries into a private list.
fetch_source()
{
	local package=$1 dir=$2 apt=$2/apt
	[ -d "$dir/$package" ] && return
	need_packages dpkg-dev ca-certificates
	command -v apt-get >/dev/null ||
		die "apt-get is missing, unpack Debian's source of '$package' into '$dir/$package'"
	mkdir -p "$apt/parts" "$apt/lists/partial"
	cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
		sed -n 's/^deb[[:space:]]/deb-src /p' >"$apt/sources.list"
	local f
	for f in /etc/apt/sources.list.d/*.sources; do
		[ -e "$f" ] && sed 's/^Types:.*/Types: deb-src/' "$f" >"$apt/parts/${f##*/}"
	done
	local options=(-q
		-o "Dir::Etc::sourcelist=$apt/sources.list"
		-o "Dir::Etc::sourceparts=$apt/parts"
		-o "Dir::State::lists=$apt/lists"
		-o "Dir::Cache::srcpkgcache=" -o "Dir::Cache::pkgcache="
		-o APT::Sandbox::User=)
	echo "fetching the source package $package" >&2
	if ! apt-get "${options[@]}" update >"$apt/log" 2>&1 ||
		! unpack_source "$package" "$dir/unpack.$package" "${options[@]}" \
			>>"$apt/log" 2>&1; then
		tail -n 5 "$apt/log" >&2
		die "cannot fetch the Debian source package '$package' (no network?)"
	fi
	mv "$dir/unpack.$package"/*/ "$dir/$package"
	rm -rf "$dir/unpack.$package"
}

# unpack_source PACKAGE DIRECTORY APT-OPTION... - the newest version that can be had: the
# lists may already name one that a mirror has not, or has no longer.
unpack_source()
{
	local package=$1 dir=$2 version
	shift 2
	for version in $(apt-cache "$@" showsrc "$package" | sed -n 's/^Version: //p' |
		sort -Vru); do
		rm -rf "$dir"
		mkdir -p "$dir"
		(cd "$dir" && apt-get "$@" source "$package=$version") && return
	done
	return 1
}
