#!/bin/sh
# Installs the peers, in the versions of bench/peers/requirements.txt, into .cache/peers, which git ignores.
# Run once: sh bench/install-peers.sh
set -eu
cd "$(dirname "$0")/.."
python3 -m venv .cache/peers
.cache/peers/bin/pip install --quiet --disable-pip-version-check -r bench/peers/requirements.txt
.cache/peers/bin/pip list --disable-pip-version-check | grep -E '^(datasketch|rensa|datatrove) '
