#!/usr/bin/env bash
# report_test.sh PROGRAM SCENES WORK: the report in Debian's chromium, driven by playwright-core. Skipped (77) where one of
# them cannot be had.
set -euo pipefail
program=$1 scenes=$2 work=$3
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")

skip() {
    echo "skipped: $*"
    exit 77
}
command -v npm >/dev/null || skip "there is no npm to fetch playwright-core for the test of ritz report in a browser"
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    skip "there is no chromium to open ritz report in"
[[ -e $(dirname -- "$program")/report_page/page.js ]] || skip "the page of ritz report was not bundled"

mkdir -p -- "$work"
cp -- "$here"/package.json "$here"/package-lock.json "$here"/report_test.mjs "$work"
cd -- "$work"
npm ci --no-audit --no-fund --ignore-scripts --fetch-retries=1 >npm.log 2>&1 || skip "playwright-core could not be fetched"
exec node report_test.mjs "$program" "$scenes" "$chromium" "$work"
