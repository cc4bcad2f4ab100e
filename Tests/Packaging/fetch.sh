#!/bin/sh
# Fetches the program from a release on this machine, as the action and the pipelines do: fetch.sh RELEASE_FOLDER
set -eu
release=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp "$release"/*.tar.xz "$release/SHA256SUMS" "$work/"
(cd "$work" && exec python3 -u -m http.server --bind 127.0.0.1 0 >"$work/log" 2>&1) &
server=$!
trap 'kill $server; rm -rf "$work"' EXIT
until port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$work/log") && [ -n "$port" ]; do sleep 0.1; done
name=$(basename "$work"/*-"$(uname -m)".tar.xz .tar.xz)
version=$(echo "$name" | cut -d - -f 2)
fetch() { "$here/../../Packaging/fetch.sh" "http://127.0.0.1:$port/" "$version" "$@"; }
fetch "$work/one"
"$work/one/cellist" --version
fetch "$work/two" "$(sha256sum "$work/one/cellist" | cut -d ' ' -f 1)"
cmp "$work/one/cellist" "$work/two/cellist"
if fetch "$work/three" "$(echo another | sha256sum | cut -d ' ' -f 1)" 2>/dev/null; then exit 1; fi
test ! -e "$work/three"
sed -i 's/^[0-9a-f]\{8\}/00000000/' "$work/SHA256SUMS"
if fetch "$work/three" 2>/dev/null; then exit 1; fi
test ! -e "$work/three"
echo "the program is fetched and checked"
