import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { parseArgs } from 'node:util'
import { exportCatalogue } from '../folder/table/export-catalogue.ts'
import {
  formatProblem,
  isMistake,
  sampleFolder,
  starterFolder,
  templateFile,
} from '../folder/folder-files.ts'
import { readFolder } from '../folder/folder-reader.ts'
import { startContentService } from './service.ts'
import { linkFolders } from '../walk-files.ts'

const usage = `Works on a content folder: docs/content.md describes it.

  npm run content                          Serve the folder as a content API, for testers.
  npm run content -- check [DIR]           List the mistakes in it, each with its file and line or cell.
  npm run content -- export FILE [DIR]     Write its products to an Excel workbook, such as products.xlsx.
  npm run content -- import FILE           Make content of another program's export: products of WooCommerce, Shopify,
                                           Odoo, Magento, PrestaShop or any table, articles of WordPress (WXR).
  npm run content -- new DIR               Make a new folder, with one page of each kind to start from.

  --into DIR    Import into this folder. Default: CONTENT_DIR, or else my-content.
  --pictures    Fetch the pictures of an import, whose addresses a file lists otherwise.
  --port N      Serve on 127.0.0.1, port N. Default: any free port.
  --products N  Serve a catalogue of N products, for measuring. It is generated once, in a
                database of its own.
  --help        Show this text.

DIR is CONTENT_DIR by default (default: the sample company in content/), DATA_DIR the folder of the
database (default ./data).`

/** An invalid command line. */
class UsageError extends Error {}

function readCommand(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', default: false },
        into: { type: 'string', default: process.env['CONTENT_DIR'] || 'my-content' },
        pictures: { type: 'boolean', default: false },
        port: { type: 'string', default: '0' },
        products: { type: 'string' },
      },
    })
    return {
      help: values.help,
      into: values.into,
      pictures: values.pictures,
      port: readNumber('--port', values.port, 0, 65_535),
      products:
        values.products === undefined
          ? undefined
          : readNumber('--products', values.products, 1, 1_000_000),
      words: positionals,
    }
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error
    // Keeps the first sentence of Node's message; the rest is advice for other cases.
    throw new UsageError(error.message.split(/\. |\.?\n/, 1)[0])
  }
}

function readNumber(option: string, value: string, min: number, max: number): number {
  const number = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`${option} must be a whole number from ${min} to ${max}, not "${value}"`)
}

async function run(): Promise<void> {
  const { help, into, pictures, port, products, words } = readCommand(process.argv.slice(2))
  const [command, ...names] = words
  const ownFolder = process.env['CONTENT_DIR'] || sampleFolder
  if (help) return print(usage)
  if (command === 'check' && names.length <= 1) return check(names[0] ?? ownFolder)
  if (command === 'export' && names[0]) return exportTo(names[0], names[1] ?? ownFolder)
  if (command === 'import' && names.length === 1) return importTo(into, names[0] ?? '', pictures)
  if (command === 'new' && names[0]) return makeNew(names[0])
  if (command !== undefined) throw new UsageError(`"${words.join(' ')}" is no command`)
  const service = await startContentService({
    dataDir: process.env['DATA_DIR'] || './data',
    contentDir: path.resolve(ownFolder),
    links: readLinks(),
    port,
    ...(products !== undefined && { products }),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.close())
  }
  print(
    `Content service: ${service.url}, from ${path.resolve(ownFolder)}; --help has other commands`,
  )
  print(`CONTENT_API_URL=${service.url}`)
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

async function check(folder: string) {
  const { content, columns, problems } = await readFolder(requireFolder(folder), readLinks())
  for (const { place, shown, hidden } of columns) {
    if (shown.length > 0) print(`${place}: public columns: ${shown.join(', ')}`)
    print(`${place}: not public: ${hidden.length > 0 ? hidden.join(', ') : 'none'}`)
  }
  if (columns.some(({ hidden }) => hidden.length > 0)) print(howToOpen)
  for (const problem of problems) print(formatProblem(problem))
  const types = content.categories.flatMap((category) => category.types)
  const count = types.reduce((sum, { products }) => sum + products.length, 0)
  const mistakes = problems.filter(isMistake).length
  const warnings = problems.length - mistakes
  const found =
    counted(mistakes, 'mistake') + (warnings > 0 ? `, ${counted(warnings, 'warning')}` : '')
  print(`${found} in ${folder}, with ${count} products in ${types.length} types`)
  process.exitCode = mistakes > 0 ? 1 : 0
}

const howToOpen =
  'Columns that look commercial are not public. To show one, name it in settings.yaml: publicColumns: [its name]'

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

async function exportTo(file: string, folder: string) {
  if (!/\.xlsx$/i.test(file)) throw new UsageError(`"${file}" must end in .xlsx`)
  const { content } = await readFolder(requireFolder(folder), readLinks())
  writeFileSync(file, await exportCatalogue(content))
  print(`The products of ${folder} are in ${file}`)
}

async function importTo(into: string, file: string, fetchesPictures: boolean) {
  // A large catalogue is read in a stream: without this, the heap grows by what is no longer needed.
  setFlagsFromString('--heap-growing-percent=50')
  const { importFile } = await import('../import/import-file.ts')
  const { ImportError } = await import('../import/imported.ts')
  try {
    await importFile(file, into, fetchesPictures, print)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    throw new Error(`${file}: ${error.message}`)
  }
}

function makeNew(folder: string) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new UsageError(`${folder} is not empty`)
  }
  cpSync(path.join(sampleFolder, starterFolder), folder, { recursive: true })
  cpSync(path.join(sampleFolder, templateFile), path.join(folder, 'products.xlsx'))
  print(`Your content is in ${folder}. See it with: CONTENT_DIR=${folder} npm start`)
}

/** @throws Error if CONTENT_LINKS is invalid */
function readLinks() {
  const parsed = linkFolders.safeParse(process.env['CONTENT_LINKS'] ?? '')
  if (parsed.success) return parsed.data
  const problem = parsed.error.issues[0]?.message ?? ''
  throw new Error(`CONTENT_LINKS ${problem}. Correct it and start again.`)
}

function requireFolder(folder: string) {
  if (existsSync(folder)) return folder
  throw new UsageError(`There is no folder ${path.resolve(folder)}`)
}

run().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  const advice = error instanceof UsageError ? '. See --help.' : ''
  process.stderr.write(`${reason}${advice}\n`)
  process.exitCode = 1
})
