#!/bin/sh
# Vitest 3.2.7: its type of a project's configuration has `poolOptions.threads.isolate`, but whether the files of a
# project share a thread follows the root alone. With `isolate: false` in the project each of three files has a new
# thread, and with `isolate: true` there and `false` at the root one thread runs all. So a suite whose files are to share
# what they have loaded needs the setting at the root, or on the command line of a run with that project alone.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund vitest@3.2.7 > /dev/null
mkdir one
for name in 1 2 3; do
  cat > "one/$name.test.js" <<'TEST'
import { appendFileSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import { test } from 'vitest'

test('names its thread', () => appendFileSync('log', `${threadId}\n`))
TEST
done

# Prints the number of threads that ran the three files, one after another.
run() {
  printf 'export default %s\n' "$1" > vitest.config.js
  : > log
  npx vitest run --reporter=dot > output 2>&1 || { cat output; exit 1; }
  sort -u log | wc -l | tr -d ' '
}

check() {
  echo "$1: $3 threads"
  [ "$3" = "$2" ] || { echo "expected: $2"; exit 1; }
}

one="name: 'one', include: ['one/*.test.js'], pool: 'threads'"
check 'isolate: false at the root' 1 \
  "$(run "{ test: { poolOptions: { threads: { minThreads: 1, maxThreads: 1, isolate: false } }, projects: [{ extends: true, test: { $one } }] } }")"
check 'isolate: false in the project' 3 \
  "$(run "{ test: { poolOptions: { threads: { minThreads: 1, maxThreads: 1 } }, projects: [{ extends: true, test: { $one, poolOptions: { threads: { isolate: false } } } }] } }")"
check 'isolate: true in the project, false at the root' 1 \
  "$(run "{ test: { poolOptions: { threads: { minThreads: 1, maxThreads: 1, isolate: false } }, projects: [{ extends: true, test: { $one, poolOptions: { threads: { isolate: true } } } }] } }")"
