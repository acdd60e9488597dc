# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# slower.sh PYTHON FUNCTIONS SLOWER FACTOR CALLS - makes before.gprof and after.gprof, as slower.py says.
set -e
python=$1 inputs=${0%/*}
shift
"$python" "$inputs/slower.py" "$@"
for side in before after; do
	"$python" "$inputs/../../../tools/mkprofile.py" $side.json program $side.gprof
done
