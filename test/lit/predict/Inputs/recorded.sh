#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# recorded.sh PYTHON MKPROFILE NAME... - the programs and profiles that NAME.json here describes.

python=$1 mkprofile=$2
shift 2
for name; do
	"$python" "$mkprofile" "$(dirname "$0")/$name.json" "$name" "$name.gprof" || exit 1
done
