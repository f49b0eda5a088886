/**
 * Writes the tables of settings in README.md and docs/configuration.md, and .env.example, from server/config.ts, and the
 * table of places in docs/privacy.md from server/enquiries/personal-data.ts:
 *
 *   npm run write:configuration
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { describeSettings, type Setting } from '../server/config.ts'
import { personalPlaces } from '../server/enquiries/personal-data.ts'

const groups = describeSettings()

/** The files as they should be, by path. */
export async function configurationFiles() {
  const page = 'docs/configuration.md'
  const text = groups.reduce(
    (text, [topic, rows]) =>
      withTable(
        text,
        topic,
        tableOf(rows).replaceAll('](docs/', '](').replaceAll('](deploy/', '](../deploy/'),
      ),
    readFileSync(page, 'utf8'),
  )
  const essential = groups
    .flatMap(([, rows]) => rows)
    .filter(({ isEssential }) => isEssential)
    .map((row) => ({ ...row, text: row.text.replace(/\. [A-Z`].*/, '.') }))
  const privacy = 'docs/privacy.md'
  return {
    [privacy]: await formatted(withTable(readFileSync(privacy, 'utf8'), 'places', tableOfPlaces())),
    'README.md': await formatted(
      withTable(readFileSync('README.md', 'utf8'), 'README', tableOf(essential)),
    ),
    [page]: await formatted(text),
    '.env.example': example(),
  }
}

/** Replaces what stands between two comments, the first of which names the table. */
function withTable(text: string, name: string, table: string) {
  const start = `<!-- settings: ${name} -->`
  const end = '<!-- end of settings -->'
  const from = text.indexOf(start)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`A document lacks the lines ${start} and ${end}.`)
  return `${text.slice(0, from)}${start}\n\n${table}\n\n${text.slice(to)}`
}

function tableOf(rows: Setting[]) {
  return [
    '| Name | Default | Meaning |',
    '| --- | --- | --- |',
    ...rows.map(({ name, fileName, default: value, unset, text }) => {
      const names = `\`${name}\`` + (fileName ? ` or \`${fileName}\`` : '')
      return `| ${names} | ${value === null ? (unset ?? 'none') : `\`${value}\``} | ${text} |`
    }),
  ].join('\n')
}

function tableOfPlaces() {
  const rows = Object.values(personalPlaces).map(
    ({ path, holds, kept, isInBackup }) =>
      `| ${holds} | \`${path}\` | ${kept} | ${isInBackup ? 'yes' : 'no'} |`,
  )
  return [
    '| What | Below `DATA_DIR` | How long | In a backup |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

async function formatted(text: string) {
  return format(text, { ...(await resolveConfig('README.md')), parser: 'markdown' })
}

function example() {
  const lines = groups.flatMap(([topic, rows]) => [
    `## ${topic}`,
    ...rows.flatMap(({ name, fileName, default: value, unset, text }) => [
      '',
      ...wrapped(plain(unset === undefined ? text : `${text} Default: ${unset}.`)),
      ...[name, ...(fileName ? [fileName] : [])].map((each) => `#${each}=${value ?? ''}`),
    ]),
    '',
  ])
  const intro =
    'All settings with their defaults, written by npm run write:configuration. Remove the # of the lines to change, and start with: node --env-file=.env build/server/main.js'
  return `${[...wrapped(intro), '', ...lines].join('\n').trimEnd()}\n`
}

/** Markdown without links and code. */
function plain(text: string) {
  return text.replace(/\[([^\]]*)\]\(([^)#]*)[^)]*\)/g, '$1 ($2)').replaceAll('`', '')
}

/** Writes a text as comments of at most 100 characters a line. */
function wrapped(text: string) {
  return text.match(/\S.{0,96}\S(?= |$)|\S+/g)?.map((line) => `# ${line}`) ?? []
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [file, text] of Object.entries(await configurationFiles())) writeFileSync(file, text)
}
