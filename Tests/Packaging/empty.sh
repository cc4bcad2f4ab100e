#!/bin/sh
# Unpacks the tarball in a root that holds nothing else, not even /proc, and builds a site there: empty.sh TARBALL. Needs root,
# since it changes the root folder.
set -eu
tarball=$1
root=$(mktemp -d)
trap 'umount -l "$root/proc" 2>/dev/null || true; rm -rf "$root"' EXIT
tar -xJf "$tarball" -C "$root" --strip-components=1
mkdir "$root/tmp" "$root/proc"
run() { chroot "$root" /bin/cellist "$@"; }
for proc in without with; do
  if [ $proc = with ]; then mount -t proc proc "$root/proc"; fi
  run --version
  mkdir "$root/$proc"
  run new site "/$proc/shelf"
  # The libraries look at /proc from threads of their own, now and then.
  for time in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf "${root:?}/$proc/shelf/site" "${root:?}/$proc/shelf/.cellist"
    run build --site "/$proc/shelf"
  done
  run verify --site "/$proc/shelf"
  grep -q Frankenstein "$root/$proc/shelf/site/books/index.html"
  sed -i s/Flatland/Flatlands/ "$root/$proc/shelf/content/books/books.csv"
  run build --site "/$proc/shelf" --explain 2>&1 | grep "updated books/index.html: books: 'Flatlands'"
done
diff -r "$root/without/shelf/site" "$root/with/shelf/site" -x '.cellist*'
echo "the program works in an empty root, with and without /proc"
