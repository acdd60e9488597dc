# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# said.sh PYTHON MKPROFILE TEST TAG [OPTION...]
set -e
rm -rf "$4"
mkdir "$4"
cd "$4"
sed -n "s/^# $4: //p" "$3" >spec.json
[ -s spec.json ]
"$1" "$2" spec.json program program.gprof
shift 4
gprof-llvm report --insights --no-head "$@" program
