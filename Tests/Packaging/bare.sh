#!/bin/sh
# Puts together a bare system, installs the package and uses it there: bare.sh PACKAGE [SUITE MIRROR]. Without a suite it is
# this machine's own Debian. Needs root, since it changes the root folder.
set -eu
package=$1
here=$(cd "$(dirname "$0")" && pwd)
. /etc/os-release
suite=${2:-$VERSION_CODENAME}
mirror=${3:-$(apt-get indextargets --format '$(SITE)' | head -n 1)}
root=$(mktemp -d)
trap 'umount -l "$root/proc" 2>/dev/null || true; rm -rf "$root" "$root.log"' EXIT
# Releases that are newer than debootstrap are put together as those before them.
script=/usr/share/debootstrap/scripts/$suite
if [ ! -e "$script" ]; then
  case $mirror in
  */ubuntu*) script=/usr/share/debootstrap/scripts/gutsy ;;
  *) script=/usr/share/debootstrap/scripts/sid ;;
  esac
fi
# Ubuntu's keys are in Debian's package ubuntu-archive-keyring, which need not be there for a test.
check=
case $mirror in */ubuntu*) [ -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || check=--no-check-gpg ;; esac
debootstrap --variant=minbase $check "$suite" "$root" "$mirror" "$script" >"$root.log" 2>&1 || {
  tail "$root.log" >&2
  exit 1
}
cp "$package" "$root/cellist.deb"
cp "$here/use.sh" "$root/use-program.sh"
cat >"$root/use.sh" <<'END'
set -eux
dpkg -i /cellist.deb
sh /use-program.sh cellist /srv/shelf
cd /srv/shelf
cellist programs
sh publish.sh
grep -q Flatlands /srv/www/live/books/index.html
rm -rf site .cellist
sh publish.sh 2>&1 | grep "holds the site already"
echo 'sort: [nonsense]' >>content/books/list.yml
if cellist build; then exit 1; fi
bash -n /usr/share/bash-completion/completions/cellist
test -s /usr/share/zsh/vendor-completions/_cellist
test -s /usr/share/fish/vendor_completions.d/cellist.fish
# Bare systems may leave out manual pages as they unpack packages.
if [ -e /usr/share/man/man1/cellist-publish.1.gz ]; then
  zcat /usr/share/man/man1/cellist-publish.1.gz | grep -q rollback
fi
dpkg --remove cellist
test ! -e /usr/bin/cellist
END
mount -t proc proc "$root/proc"
chroot "$root" /bin/bash /use.sh
. "$root/etc/os-release"
echo "the package works in a bare $PRETTY_NAME"
