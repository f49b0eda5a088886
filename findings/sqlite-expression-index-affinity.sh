#!/bin/sh
# libsql 0.5.29 (SQLite): an index on an expression finds nothing, without a word, where the expression is compared with a
# column of a type. The column lends its type to the comparison, the index has none, and all rows are gone through
# (SCAN); a literal, or a plus before the column, which takes its type away, finds the row by the index (SEARCH). With the
# max(id) of such rows, for each of 1,000 among 3,000 long texts, that was 51 seconds in place of 38 milliseconds.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts libsql@0.5.29 > /dev/null
cat > run.js <<'SCRIPT'
import Database from 'libsql'

const database = new Database(':memory:')
database.exec(`
  CREATE TABLE letters (id INTEGER PRIMARY KEY, reference TEXT NOT NULL);
  CREATE TABLE texts (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
  CREATE INDEX answers ON texts (json_extract(body, '$.answers'));
`)
const insert = database.prepare('INSERT INTO letters VALUES (?, ?)')
const write = database.prepare('INSERT INTO texts VALUES (?, ?)')
for (let id = 1; id <= 9; id += 1) {
  insert.run(id, `R${id}`)
  write.run(id, JSON.stringify({ answers: `R${id - 1}` }))
}
const subqueryOf = (other) => `(SELECT id FROM texts WHERE json_extract(body, '$.answers') = ${other})`
for (const other of ['letters.reference', '+letters.reference', "'R5'"]) {
  const sql = `SELECT reference, ${subqueryOf(other)} AS answer FROM letters WHERE reference = 'R5'`
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
  const step = plan.map(({ detail }) => detail).find((detail) => detail.includes('texts'))
  console.log(`= ${other}: ${step}; answer ${database.prepare(sql).get().answer}`)
}
SCRIPT
node run.js > output
cat output
diff output - <<'EXPECTED'
= letters.reference: SCAN texts USING INDEX answers; answer 6
= +letters.reference: SEARCH texts USING INDEX answers (<expr>=?); answer 6
= 'R5': SEARCH texts USING INDEX answers (<expr>=?); answer 6
EXPECTED
