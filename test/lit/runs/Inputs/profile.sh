# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# profile.sh PYTHON SOURCE NAME KEY=VALUE... - makes a profile of `program', a binary made by the way.
# Seconds: begin=N end=N (none: it did not end) cpu=N.
set -eu
python=$1 source=$2 name=$3
shift 3
declare -A of=([begin]=100 [end]= [cpu]=0 [run_id]=1 [pid]=100)
for pair; do of[${pair%%=*}]=${pair#*=}; done
sets=()
for key in "${!of[@]}"; do
	value=${of[$key]}
	case $key in
	begin) sets+=(--set "start_ns=${value}000000000") ;;
	end) sets+=(--set "end_ns=${value:+${value}00000000}0") ;;
	cpu) sets+=(--set "user_ns=${value}000000000") ;;
	*) sets+=(--set "$key=$value") ;;
	esac
done
"$python" "$source/test/tools/mkprofile.py" "$source/test/golden/chain.json" program "$name" "${sets[@]}"
# Nothing else is known of the last sign of a process that was killed.
touch -d "@${of[begin]}" "$name"
