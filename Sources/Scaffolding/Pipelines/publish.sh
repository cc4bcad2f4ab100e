#!/bin/sh
# Publishes the site in a fresh checkout: publish.sh [TARGET] [OPTIONS], such as `publish.sh live --due` in a crontab, every
# hour. The folder KEPT, ../kept by default, outlives the checkout, and keeps what the last run knew. So only changes are
# made and sent.
set -eu
cd "$(dirname "$0")"
kept=${KEPT:-../kept}
if [ $# = 0 ]; then set -- live; fi
if [ -d "$kept/.cellist" ] && [ ! -e .cellist ]; then cp -r "$kept/.cellist" .; fi
cellist publish "$@"
mkdir -p "$kept"
rm -rf "$kept/new"
cp -r .cellist "$kept/new"
rm -rf "$kept/.cellist"
mv "$kept/new" "$kept/.cellist"
