# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gone.sh PID - waits until a process has ended, whether or not somebody has waited for it; fails after a minute.
for i in $(seq 600); do
	case "$(cat /proc/$1/stat 2>/dev/null)" in
	'' | *') Z '* | *') X '*) exit 0 ;;
	esac
	sleep 0.1
done
echo "process $1 still runs"
kill "$1"
exit 1
