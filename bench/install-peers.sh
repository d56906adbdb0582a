#!/bin/sh
# Installs the peers into .cache/peers, which git ignores: those in Python in the versions of bench/peers/requirements.txt,
# and the one in Go, if Go is there. Run once: sh bench/install-peers.sh
set -eu
cd "$(dirname "$0")/.."
python3 -m venv .cache/peers
.cache/peers/bin/pip install --quiet --disable-pip-version-check -r bench/peers/requirements.txt
.cache/peers/bin/pip list --disable-pip-version-check | grep -E '^(datasketch|rensa|datatrove|SetSimilaritySearch) '

# Splink requires other versions of the same packages.
python3 -m venv .cache/peer-splink
.cache/peer-splink/bin/pip install --quiet --disable-pip-version-check -r bench/peers/requirements-splink.txt

# go-set-similarity-search: from the module proxy, or else from its repository, unless it is already there. Its version goes to SOURCE.txt.
module=github.com/ekzhu/go-set-similarity-search
source=.cache/peers/go-set-similarity-search
if ! command -v go > /dev/null; then
  echo 'Go is not installed: the case join cannot be run'
  exit 0
fi
if [ ! -f "$source/allpairs.go" ]; then
  if fetched=$(cd "$(mktemp -d)" && go mod init fetch 2> /dev/null && go mod download -json "$module@latest" 2> /dev/null); then
    cp -r "$(printf '%s' "$fetched" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')" "$source"
    chmod -R u+w "$source"
    printf '%s' "$fetched" > "$source/SOURCE.txt"
  elif git clone --quiet --depth 1 "https://$module" "$source" 2> /dev/null; then
    git -C "$source" log -1 > "$source/SOURCE.txt"
  else
    echo "$module could not be downloaded, neither from the module proxy nor from its repository."
    echo "Put its allpairs.go, similarity.go and transform.go into $source, and write its version or commit into SOURCE.txt."
    exit 1
  fi
fi
[ -f "$source/go.mod" ] || printf 'module %s\n\ngo 1.21\n' "$module" > "$source/go.mod"
(cd bench/peers/go_join && go build -o ../../../.cache/peers/go_join .)
echo "go-set-similarity-search: $(head -n 3 "$source/SOURCE.txt" | tr '\n' ' ')"
