#!/bin/sh
# Checks the page's JavaScript by its JSDoc types with TypeScript's checker, fetched once by npm into a cache.
# Says so and ends well where node or npm is missing, unless CI=true.
set -eu
cd "$(dirname "$0")"

VERSION=5.9.3
CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/tavla/typescript-$VERSION"

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "tavla: types of the page not checked (no node, npm)"
    [ "${CI:-}" != true ]
    exit
fi
if [ ! -f "$CACHE/node_modules/typescript/lib/tsc.js" ]; then
    mkdir -p "$CACHE"
    npm install --silent --no-audit --no-fund --prefix "$CACHE" "typescript@$VERSION" >&2
fi
exec node "$CACHE/node_modules/typescript/lib/tsc.js" --project tsconfig.json
