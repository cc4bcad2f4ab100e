#!/bin/sh
# Makes a tarball of a program that needs no library, with completions and manual pages: tarball.sh PROGRAM FOLDER. The same
# program and commit make the same bytes.
set -eu
program=$1 folder=$2
here=$(dirname "$0")
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH
name=cellist-$("$program" --version | cut -d ' ' -f 1)-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/install.sh" "$program" "$work/$name"
cp LICENSE CHANGELOG.md "$work/$name/"
chmod -R u=rwX,go=rX "$work/$name"
mkdir -p "$folder"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
  xz -6 -T1 >"$folder/$name.tar.xz"
