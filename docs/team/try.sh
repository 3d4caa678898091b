#!/bin/sh
# Starts three members on this computer, which share an existing and empty Postgres database. Ctrl+C stops them.
# Usage: docs/team/try.sh postgres://USER:PASSWORD@HOST/NAME [FOLDER]
set -eu

if [ $# -lt 1 ]; then
  echo "Usage: $0 postgres://USER:PASSWORD@HOST/NAME [FOLDER]" >&2
  exit 2
fi
project=$(cd "$(dirname "$0")/../.." && pwd)
program="$project/out/engine/cli.js"
folder=${2:-"${TMPDIR:-/tmp}/millrace-team"}
first_port=${FIRST_PORT:-5678}
export MILLRACE_DATABASE="$1"
export MILLRACE_ENCRYPTION_KEY_FILE="$folder/team.key"

if [ ! -f "$program" ]; then
  echo "$program does not exist. Run 'npm ci' in $project first." >&2
  exit 1
fi
mkdir -p "$folder"
# All members have the same master key. Only this user may read it.
[ -f "$folder/team.key" ] || (umask 077 && od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$folder/team.key")

members=""
# Each member ends its runs, and gives up its lease.
stop() {
  trap '' INT TERM
  for member in $members; do kill -TERM "$member" 2>/dev/null || true; done
  wait
}
trap 'stop; exit 0' INT TERM

status_of() {
  curl --silent --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:$1/healthz/readiness" || true
}

for number in 1 2 3; do
  port=$((first_port + number - 1))
  "$program" start --no-open --port "$port" --data-dir "$folder/member-$number" > "$folder/member-$number.log" 2>&1 &
  member=$!
  members="$members $member"
  until [ "$(status_of "$port")" = 200 ]; do
    if ! kill -0 "$member" 2>/dev/null; then
      echo "Member $number did not start:" >&2
      cat "$folder/member-$number.log" >&2
      stop
      exit 1
    fi
    sleep 0.2
  done
  echo "Member $number is ready at http://127.0.0.1:$port/ (process $member, log $folder/member-$number.log)"
done
echo "The link for the set-up is in $folder/member-1.log. Ctrl+C stops all of them."
wait
