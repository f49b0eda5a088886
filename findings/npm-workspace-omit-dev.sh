#!/bin/sh
# npm 10.8.2: a workspace that only the root's devDependencies name counts as production all the same. With
# --omit=dev its `dependencies` are installed, although nothing of production needs the workspace, and so is a
# devDependency of the root that the workspace names as an optional peer ("devOptional" in the lock file). Only what the
# workspace itself calls a devDependency is left out. So a library that a bundler puts into the build has to be a
# devDependency of the workspace that imports it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund npm@10.8.2 > /dev/null
npm=$PWD/node_modules/npm/bin/npm-cli.js
mkdir -p site/packages/part
cd site
echo '{"name":"site","workspaces":["packages/*"],"devDependencies":{"@site/part":"*","ms":"2.1.3"}}' > package.json

# Prints whether --omit=dev installs the library that the workspace names so.
check() {
  rm -rf node_modules package-lock.json
  printf '{"name":"@site/part","version":"0.0.0",%s}' "$2" > packages/part/package.json
  node "$npm" install --silent --no-audit --no-fund --omit=dev > /dev/null
  found=absent
  [ -d node_modules/ms ] && found=installed
  flag=$(node -p "const { dev, devOptional } = require('./package-lock.json').packages['node_modules/ms']; dev ? 'dev' : devOptional ? 'devOptional' : 'none'")
  echo "$1: $found, flag $flag"
  [ "$found $flag" = "$3" ] || { echo "expected: $3"; exit 1; }
}

check 'dependencies' '"dependencies":{"ms":"2.1.3"}' 'installed none'
check 'optional peer' '"peerDependencies":{"ms":"2.1.3"},"peerDependenciesMeta":{"ms":{"optional":true}}' 'installed devOptional'
check 'devDependencies' '"devDependencies":{"ms":"2.1.3"}' 'absent dev'
