import { existsSync, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isMistake } from '../folder/folder-files.ts'
import { publicLabels } from '../folder/assemble.ts'
import { readFolder } from '../folder/folder-reader.ts'
import { parseContentFile } from '../folder/parse-file.ts'
import { columnOf } from '../folder/table/headings.ts'
import { CatalogueWriter } from './catalogue.ts'
import { ImportError, type Imported, type ImportedPicture } from './imported.ts'
import { openTables, type ForeignTable } from './open-table.ts'
import { readPlainTable } from './plain-table.ts'
import { plainHeading } from './shops/recognise.ts'
import { systemOf, type System } from './shops/systems.ts'
import { productFiles, writeFolder, type ProductTable } from './write-folder.ts'

/** What an export becomes, and its products if it has any. */
type Read = Imported & { products?: ProductTable }

/** Files that stay, of which each is told. */
const maxKeptTold = 10

/** Folders of more rows take long to check. */
const maxCheckedRows = 5_000

/**
 * Imports another program's export into a content folder, and tells what it has become.
 * @param into the folder; made if it is not there
 * @param fetchesPictures whether pictures are fetched; else their addresses are listed in a file
 * @param print receives lines for the person who imports
 * @throws ImportError
 */
export async function importFile(
  file: string,
  into: string,
  fetchesPictures: boolean,
  print: (line: string) => void,
): Promise<void> {
  if (!existsSync(file)) throw new ImportError('is not there')
  if (statSync(file).isDirectory()) throw new ImportError('is a folder: name the file in it')
  const catalogue = new CatalogueWriter(await shownLabels(into))
  try {
    const read = (await isMarkup(file))
      ? await readArticles(file)
      : await readProducts(file, catalogue)
    const { written, kept } = await writeFolder(into, read.system, filesOf(read))
    for (const note of read.notes) print(note)
    const names = written.length > 3 ? `${written.length} files` : written.join(', ')
    print(`Written to ${into}: ${names || 'nothing'}`)
    for (const line of kept.slice(0, maxKeptTold)) print(line)
    if (kept.length > maxKeptTold) print(`${kept.length - maxKeptTold} more files stay as they are`)
    await bringPictures(read.pictures, into, fetchesPictures, print)
    if (catalogue.store.count <= maxCheckedRows) await tellCheck(into, print)
    if (!['footer.yaml', 'footer.yml'].some((name) => existsSync(path.join(into, name))))
      print(noCompany)
    print(`See it with: CONTENT_DIR=${into} npm start`)
  } finally {
    catalogue.store.close()
  }
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`

const noCompany =
  'The name of the company is not there yet: write it into footer.yaml, and its address into contact.yaml (docs/content.md)'

async function* filesOf({ system, files, pictures, products }: Read) {
  if (products) yield* productFiles(products)
  for (const { name, text } of files) yield { name, bytes: Buffer.from(text) }
  if (pictures.length > 0) {
    const lines = pictures.map(({ name, address }) => `${name}\t${address}\n`)
    yield { name: pictureListOf(system), bytes: Buffer.from(lines.join('')) }
  }
}

const pictureListOf = (system: string) =>
  `pictures-${system.toLowerCase().replace(/[^a-z]+/g, '-')}.txt`

async function bringPictures(
  pictures: ImportedPicture[],
  into: string,
  fetches: boolean,
  print: (line: string) => void,
) {
  if (pictures.length === 0) return
  if (!fetches) {
    print(
      `${pictures.length} pictures are on other servers: the same command with --pictures fetches them`,
    )
    return
  }
  const { fetchPictures } = await import('./fetch-pictures.ts')
  const { fetched, present, failed } = await fetchPictures(pictures, into, { report: print })
  print(`Pictures: ${fetched} fetched, ${present} there before, ${failed.length} failed`)
  for (const { name, reason } of failed.slice(0, 5)) print(`  ${name}: ${reason}`)
}

async function tellCheck(into: string, print: (line: string) => void) {
  const { content, problems } = await readFolder(into)
  const types = content.categories.flatMap((category) => category.types)
  const products = types.reduce((sum, type) => sum + type.products.length, 0)
  const mistakes = problems.filter(isMistake)
  const missing = mistakes.filter(({ message }) => message.startsWith('there is no file')).length
  const pictures = missing > 0 ? `, of which ${missing} are pictures that are not there yet` : ''
  print(
    `The folder has ${products} products, ${content.news.length} news and ${mistakes.length} mistakes${pictures}; npm run content -- check ${into} lists them`,
  )
}

/** Whether a file is XML: other kinds are tables. */
async function isMarkup(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4_096), 0, 4_096, 0)
    if (bytesRead === 0) throw new ImportError('is empty')
    const start = buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart()
    return (
      /^<(?:\?xml|!--|rss|channel)/i.test(start) &&
      !/<(?:\w+:)?(?:Workbook|document)[\s>]/.test(start)
    )
  } finally {
    await handle.close()
  }
}

async function readArticles(file: string): Promise<Read> {
  const { readWordPress } = await import('./wordpress/read-wordpress.ts')
  return readWordPress(file)
}

/** @returns whether a label is public although it looks commercial: the settings of the folder may name it */
async function shownLabels(into: string): Promise<(label: string) => boolean> {
  const bytes = await readFile(path.join(into, 'settings.yaml')).catch(() => undefined)
  const isPublic = publicLabels(bytes ? [await parseContentFile('settings.yaml', bytes)] : [])
  return (label) => isPublic(label)
}

async function readProducts(file: string, catalogue: CatalogueWriter): Promise<Read> {
  const tables = await openTables(file)
  if (tables.some(isOurs)) {
    throw new ImportError(
      'is a workbook of this site, so it needs no import: put it into the folder as products.xlsx',
    )
  }
  const [first] = tables
  const system = first && systemOf(first.headings)
  const told = new Map<string, string>()
  const leftOut: string[] = []
  for (const table of system && first ? [first] : tables) {
    leftOut.push(
      ...(await (system ? system.read(table, catalogue) : readPlainTable(table, catalogue, told))),
    )
  }
  const { products, codes } = catalogue.counts
  if (products === 0) {
    throw new ImportError(
      'has no products: no column of it looks like the name of a product; name one "Name", and the order codes "Order code"',
    )
  }
  const name = system?.name ?? 'Table'
  const columns = system && first ? columnsOf(system, first, catalogue.isShown) : plainColumns(told)
  const notes = [
    `${system ? `${name} export` : 'A table'}: ${counted(products, 'product')}, ${counted(codes, 'order code')}, ${counted(catalogue.paths.size, 'category', 'categories')}`,
    `Public: ${columns.shown.join(', ')}`,
    `Left out, since they look commercial: ${[...columns.commercial, ...catalogue.leftOut].join(', ') || 'none'}`,
    ...(columns.internal.length > 0
      ? [`Left out, since the site has no use for them: ${shortList(columns.internal)}`]
      : []),
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}`] : []),
    ...differencesOf(catalogue),
    `For example: ${catalogue.example}`,
  ]
  const table = {
    headings: catalogue.headings(),
    count: catalogue.store.count,
    rows: catalogue.rows(),
  }
  return { system: name, files: [], pictures: catalogue.pictureList(), notes, products: table }
}

/** Whether a table has the texts of categories, as the command "export" writes them. */
function isOurs({ headings }: ForeignTable): boolean {
  const keys = headings.map((heading, at) => columnOf(heading, at).key)
  return keys.includes('level') && keys.includes('keySpecs')
}

function differencesOf({ counts, labelsLeftOut }: CatalogueWriter): string[] {
  const { moreCategories, noCode, repeatedCodes } = counts
  const told = [
    moreCategories > 0 &&
      `${moreCategories} products are in several categories: the longest path counts`,
    noCode > 0 && `${noCode} products have no order code`,
    repeatedCodes > 0 && `${repeatedCodes} order codes are there twice: the first counts`,
    labelsLeftOut > 0 &&
      `${labelsLeftOut} specifications are left out: those of the fewest products`,
  ].filter((text) => text !== false)
  return told.length > 0 ? [told.join('; ')] : []
}

interface ToldColumns {
  shown: string[]
  commercial: string[]
  internal: string[]
}

function columnsOf(
  { roles }: System,
  { headings }: ForeignTable,
  isShown: (label: string) => boolean,
): ToldColumns {
  const roleOf = (heading: string) =>
    roles.find(([pattern]) => pattern.test(plainHeading(heading)))?.[1]
  const named = headings.filter(Boolean)
  const others = named.filter((heading) => roleOf(heading) === undefined)
  return {
    shown: roles.flatMap(([pattern, column]) => {
      const found = named.filter((heading) => pattern.test(plainHeading(heading)))
      return found.length > 0 ? [`${shortList(found, 2)} → ${column}`] : []
    }),
    commercial: others.filter((heading) => !isShown(heading)),
    internal: others.filter(isShown),
  }
}

function plainColumns(told: ReadonlyMap<string, string>): ToldColumns {
  const of = (...keys: string[]) =>
    [...told].flatMap(([heading, key]) => (keys.includes(key) ? [heading] : []))
  const kept = [...told].filter(([, key]) => !['commercial', 'internal', 'empty'].includes(key))
  return {
    shown: kept.map(([heading, key]) => `${heading} → ${key}`),
    commercial: of('commercial'),
    internal: of('internal', 'empty'),
  }
}

function shortList(names: string[], most = 8) {
  return names.length > most
    ? `${names.slice(0, most).join(', ')} and ${names.length - most} more`
    : names.join(', ')
}
