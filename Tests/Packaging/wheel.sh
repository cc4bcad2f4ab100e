#!/bin/sh
# Installs the wheel with pip into a fresh virtual environment and builds a site with it: wheel.sh WHEEL
set -eu
wheel=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check --no-index "$wheel"
"$here/use.sh" "$work/venv/bin/cellist" "$work/shelf"
test -s "$work/venv/share/man/man1/cellist-build.1.gz"
"$work/venv/bin/pip" uninstall -q -y cellist
test ! -e "$work/venv/bin/cellist"
# What the package index looks at.
python3 -m venv "$work/tools"
"$work/tools/bin/pip" install -q --disable-pip-version-check twine check-wheel-contents
"$work/tools/bin/twine" check --strict "$wheel"
# It has no module, and its name does not tell so.
"$work/tools/bin/check-wheel-contents" --ignore W007,W008,W009 "$wheel"
size=$(stat -c %s "$wheel")
if [ "$size" -gt 30000000 ]; then
  echo "the wheel has $size bytes, more than 30 MB" >&2
  exit 1
fi
echo "the wheel works: $size bytes"
