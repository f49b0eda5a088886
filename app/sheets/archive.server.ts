import PQueue from 'p-queue'
import type { DocumentFacts } from '../../server/files/documents/document-cache'
import { documentLimits, headBytes } from '../../server/files/image-base'
import { dispositionOf } from '../../server/files/documents/document-type'
import { hasEtag } from '../../server/http/headers'
import { isolateRuns } from '@site/arabic-text/directions'
import { documentKindOf, type DocumentKind } from '@site/product-search/document-kinds'
import { createThrottledWarning } from '@site/runtime/log'
import { readRange } from '@site/runtime/requests'
import {
  ContentUnavailable,
  NotFound,
  readOptionalLists,
  type Content,
  type Product,
} from '../content/content.server'
import { noStore, type LoadArgs } from '../content/loaders.server'
import { addresses } from '../addresses'
import { formatBytes } from '../language/format-bytes'
import { varyOf } from '../language/i18n.server'
import { inLanguage, languages } from '../language/languages'
import { createNames } from './file-names.server'
import { productDocument } from './product-sheet.server'
import { zipOf, type ZipEntry } from './zip.server'

/** A product whose files are asked for; what is no product says why it lacks them. */
export interface ArchivedProduct {
  title: string
  /** The path of its page. */
  path: string
  product: Product | Fault
}

/** Why an archive lacks a file. */
type Fault = 'missing' | 'unavailable' | 'full'

/** Max. products of a type, files and bytes of an archive. */
const limits = { products: 100, files: 500, bytes: 1_000_000_000 }
/** Max. files of one archive that are inspected at once. */
const maxInspected = 8

const zipType = 'application/zip'

/** A file that an archive should have. */
interface Listed {
  name: string
  title: string
  kind: DocumentKind
  /** The titles of its products. */
  products: Set<string>
  inspect: (signal: AbortSignal) => Promise<Inspected | 'missing'>
}

type Inspected = Omit<ZipEntry, 'name'>

type Source = Pick<LoadArgs<string>, 'content' | 'context' | 'request'>

interface Archive {
  title: string
  /** The path of the page that has the same files. */
  path: string
  products: ArchivedProduct[]
  /** Only one visitor may have it. */
  isPrivate?: true
}

/**
 * Responds with all files of products, and the sheets that the site makes of them, as a ZIP that begins with a list of
 * what is in it and what is not. It is streamed, and can be resumed where the versions of all files are known.
 * @throws NotFound if there is no file at all, ContentUnavailable if none can be read now
 */
export async function archiveResponse(source: Source, archive: Archive): Promise<Response> {
  const { content, request } = source
  const { headers: asked, method, signal } = request
  const { length, etag, stream } = zipOf(await entriesOf(source, archive), limits.bytes)
  const headers = {
    'Content-Type': zipType,
    'Content-Disposition': dispositionOf(createNames()([archive.title], '.zip'), zipType),
    'Content-Language': languages[content.lang].lang,
    'Cache-Control': archive.isPrivate ? noStore : 'private, no-cache',
    Vary: varyOf(request),
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    ...(etag !== null && { ETag: etag, 'Accept-Ranges': 'bytes' }),
  }
  if (etag !== null && hasEtag(asked.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  const isSame = etag !== null && (asked.get('if-range') ?? etag) === etag
  const range = isSame && length !== null ? readRange(asked.get('range') ?? '', length) : null
  if (range === 'none') {
    const part = { 'Content-Range': `bytes */${length}` }
    return new Response(null, { status: 416, headers: { ...headers, ...part } })
  }
  const sent = range ? range.end - range.start + 1 : length
  return new Response(method === 'HEAD' ? null : stream(range, signal), {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      ...(sent !== null && { 'Content-Length': String(sent) }),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${length}` }),
    },
  })
}

/** Reads the products of a type, of a large one the first. @throws NotFound when it has none */
export async function typeArchive(content: Content, typeId: string): Promise<Archive> {
  const { parent, posts } = await content.getProductsOf(typeId)
  if (posts.length === 0) throw new NotFound(`No products of ${JSON.stringify(typeId)}`)
  const ids = posts.slice(0, limits.products).map(({ postID }) => postID)
  const read = new Map<string, Product | null>()
  for await (const [id, product] of readOptionalLists(ids, content.getProduct))
    read.set(id, product)
  const products = posts.map(({ postID, postTitle }): ArchivedProduct => {
    const product = read.get(postID)
    const fault = product === undefined ? 'full' : 'unavailable'
    return { title: postTitle, path: addresses.product(postID), product: product ?? fault }
  })
  const title = parent?.postTitle ?? content.t('products.heading')
  return { title, path: addresses.productsOfType(typeId), products }
}

const warnUnavailable = createThrottledWarning('document unavailable')

async function entriesOf(source: Source, archive: Archive): Promise<ZipEntry[]> {
  const { content, request } = source
  const { signal } = request
  const listed = listFiles(source, archive.products)
  const inTurn = new PQueue({ concurrency: maxInspected })
  const found = await inTurn.addAll(
    listed.slice(0, limits.files).map(({ name, inspect }) => async () => {
      signal.throwIfAborted()
      return inspect(signal).catch((error: unknown) => {
        if (signal.aborted) throw error
        warnUnavailable({ file: name, error: String(error) })
        return 'unavailable' as const
      })
    }),
  )
  let left = limits.bytes
  const entries: (Listed & Inspected)[] = []
  const without: Without[] = archive.products.flatMap(({ title, product }) =>
    typeof product === 'string' ? [{ title, products: new Set(), fault: product }] : [],
  )
  for (const [at, file] of listed.entries()) {
    const one = found[at] ?? 'full'
    const size = typeof one === 'string' ? 0 : (one.size ?? 0)
    const fault = size > Math.min(left, documentLimits.bytes) ? 'full' : null
    if (typeof one === 'string') without.push({ ...file, fault: one })
    else if (fault) without.push({ ...file, fault })
    else {
      left -= size
      entries.push({ ...file, ...one })
    }
  }
  if (entries.length === 0) {
    const isLater = without.some(({ fault }) => fault === 'unavailable')
    if (isLater) throw new ContentUnavailable('status', 'No file of the archive can be read')
    throw new NotFound('There are no files')
  }
  return [contentsOf(content, archive, entries, without), ...entries]
}

/** Lists the files of products and their sheets by name: by product, then by kind. A shared file is listed once. */
function listFiles({ content, context }: Source, products: ArchivedProduct[]): Listed[] {
  const { t, lang, hasSheets } = content
  const { documents, sheets } = context.site
  const nameOf = createNames()
  const listed = new Map<string, Listed>()
  for (const { title: owner, path, product } of products) {
    if (typeof product === 'string') continue
    const add = (key: string, file: Pick<Listed, 'title' | 'kind' | 'inspect'>, type: string) => {
      const known = listed.get(key)
      if (known) return void known.products.add(owner)
      const parts = [...new Set([owner, kindName(file.kind, content), file.title])]
      listed.set(key, { ...file, name: nameOf(parts, type), products: new Set([owner]) })
    }
    const make = () => productDocument(content, product, path)
    const inspect = () => sheets.inTurn(() => inspectSheet(sheets, make))
    if (hasSheets) add(path, { title: t('sheet.product'), kind: 'datasheet', inspect }, '.pdf')
    for (const { fileName, fileTitle } of product.postFiles) {
      const name = fileName.split('/').pop() ?? ''
      const type = /\.[a-z\d]{1,10}$/i.exec(name)?.[0] ?? ''
      const kind = documentKindOf(fileName, fileTitle)
      const title = fileTitle || name.slice(0, name.length - type.length)
      add(
        fileName,
        { title, kind, inspect: (signal) => inspectFile(documents, fileName, signal) },
        type,
      )
    }
  }
  const { compare } = new Intl.Collator(languages[lang].intl, { numeric: true })
  return [...listed.values()].sort((a, b) => compare(a.name, b.name))
}

/** The bytes that tell whether a file is one. */
const firstBytes = `bytes=0-${headBytes - 1}`

const anyFile = {
  ...{ range: null, ifRange: null, ifNoneMatch: null, ifModifiedSince: null },
  isOfAnyType: true,
}

/** Finds out what a file of the image base is. At most its first kilobyte is read. */
async function inspectFile(
  documents: Source['context']['site']['documents'],
  file: string,
  signal: AbortSignal,
): Promise<Inspected | 'missing'> {
  const found = await documents.open({ ...anyFile, file, range: firstBytes, signal })
  if (found.state !== 'open') return 'missing'
  const { body, facts, part } = found
  // What is short is read to its end, so that its connection serves the next file.
  if (found.length !== null && found.length <= headBytes) for await (const _ of body);
  body.destroy()
  if (found.encoding !== null) throw new Error(`${file} is sent as ${found.encoding}`)
  const size = part === null ? found.length : Number(/\d+$/.exec(part)?.[0] ?? NaN) || null
  const version = versionOf(facts)
  const modifiedAt = Date.parse(facts.lastModified)
  return { size, version, modifiedAt, read }

  async function read(later: AbortSignal) {
    const again = await documents.open({ ...anyFile, file, signal: later })
    if (again.state !== 'open') throw new Error(`${file} is gone`)
    const isAsLong = size === null || again.length === null || again.length === size
    if (isAsLong && versionOf(again.facts) === version && again.encoding === null) return again.body
    again.body.destroy()
    throw new Error(`${file} has changed`)
  }
}

/** What tells one version of a file from another, strongly; empty without it. */
function versionOf({ etag, lastModified }: DocumentFacts) {
  return etag.startsWith('"') ? etag : lastModified
}

/** Makes a sheet to know its size. It is read again when it is due, since a hundred would fill the memory. */
async function inspectSheet(
  sheets: Source['context']['site']['sheets'],
  make: () => ReturnType<typeof productDocument>,
): Promise<Inspected> {
  const find = async () => sheets.find(await make(), 480)
  const { pdf, etag: version, readAgain } = await find()
  const read = async () => (await readAgain()) ?? (await find()).pdf
  return { size: pdf.length, version, modifiedAt: NaN, read }
}

function kindName(kind: DocumentKind, { t }: Content) {
  return kind === 'other' ? t('documents.kinds.other') : t(`documents.kind.${kind}`)
}

type Without = Pick<Listed, 'title' | 'products'> & { fault: Fault }

/** The list of an archive's files, as the first file. Old editors need the mark at its start, and both ends of a line. */
function contentsOf(
  content: Content,
  { title, path }: Archive,
  entries: (Listed & Inspected)[],
  without: Without[],
): ZipEntry {
  const { t, lang, siteUrl } = content
  const line = (label: string, text: string) => `   ${label}: ${isolateRuns(text)}`
  const productsOf = ({ products }: Pick<Listed, 'products'>) =>
    [...products].map((product) => line(t('archive.product'), product))
  const lines = [
    isolateRuns(t('archive.heading', { title })),
    siteUrl + inLanguage(path, lang),
    ...entries.flatMap((file) => [
      ...['', file.name, line(t('archive.title'), file.title)],
      ...productsOf(file),
      line(t('archive.kind'), kindName(file.kind, content)),
      ...(file.size === null ? [] : [line(t('archive.size'), formatBytes(file.size, lang))]),
    ]),
    ...(without.length > 0 ? ['', t('archive.without')] : []),
    ...without.flatMap((file) => [
      ...['', isolateRuns(file.title), ...productsOf(file)],
      line(t('archive.reason'), t(`archive.faults.${file.fault}`)),
    ]),
  ]
  const text = Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
  const name = `00 ${t('sheet.contents')}.txt`
  const read = async () => text
  return { name, size: text.length, version: text.toString(), modifiedAt: NaN, read }
}
