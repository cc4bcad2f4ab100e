#!/bin/sh
# Installs a program with its completions and manual pages: install.sh PROGRAM PREFIX
set -eu
program=$1 prefix=$2
install -D -m 755 "$program" "$prefix/bin/cellist"

completions() { "$program" --generate-completion-script "$1" >"$2"; }
mkdir -p "$prefix/share/bash-completion/completions" "$prefix/share/zsh/site-functions" \
  "$prefix/share/fish/vendor_completions.d" "$prefix/share/man/man1"
completions bash "$prefix/share/bash-completion/completions/cellist"
completions zsh "$prefix/share/zsh/site-functions/_cellist"
completions fish "$prefix/share/fish/vendor_completions.d/cellist.fish"

# help2man reads the help of GNU programs, which names its parts otherwise.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/cellist" <<END
#!/bin/sh
"$(realpath "$program")" "\$@" | sed 's/^OVERVIEW: //; s/^USAGE:/Usage:/; s/^\\([A-Z]*\\):\$/\\1:/'
END
chmod +x "$work/cellist"
manual() { # the page's name, and the arguments of the command that it tells of
  page=$1
  shift
  help2man --no-info --section 1 --manual "Cellist" --source "Cellist $("$program" --version)" \
    --name "$("$program" "$@" --help | sed -n 's/^OVERVIEW: //p' | sed 's/\.$//' | head -n 1)" \
    --version-string "$("$program" --version)" --output "$prefix/share/man/man1/$page.1" "$work/cellist $*"
  gzip -9nf "$prefix/share/man/man1/$page.1"
}
manual cellist
for command in $("$program" --help | sed -n '/^SUBCOMMANDS:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p'); do
  manual "cellist-$command" "$command"
done
