#!/bin/sh
# Makes everything that is released of one program: release.sh PROGRAM FOLDER. In a workflow on a tag, the tag must be the
# program's version.
set -eu
program=$1 folder=$2
here=$(dirname "$0")
version=$("$program" --version | cut -d ' ' -f 1)
if [ "${GITHUB_REF_TYPE:-}" = tag ] && [ "$GITHUB_REF_NAME" != "v$version" ]; then
  echo "the tag is $GITHUB_REF_NAME, and the program is version $version" >&2
  exit 1
fi
"$here/tarball.sh" "$program" "$folder"
"$here/deb.sh" "$program" "$folder"
python3 "$here/wheel.py" "$program" "$folder"
"$here/sums.sh" "$folder"
