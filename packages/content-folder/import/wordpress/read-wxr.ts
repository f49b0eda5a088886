import { createReadStream } from 'node:fs'
import path from 'node:path'
import { SaxesParser } from 'saxes'
import { ImportError } from '../imported.ts'

const fieldNames = [
  ...['title', 'pubDate', 'content:encoded', 'excerpt:encoded', 'wp:post_id', 'wp:post_date'],
  ...['wp:post_date_gmt', 'wp:post_name', 'wp:status', 'wp:post_type', 'wp:post_parent'],
  ...['wp:post_password', 'wp:attachment_url'],
] as const

type FieldName = (typeof fieldNames)[number] | 'thumbnail'

/** An item of the export: a post, a page, an attachment or anything else. The texts of its fields are as written. */
export type WxrItem = Readonly<Partial<Record<FieldName, string>>>

const isFieldName = (name: string): name is FieldName =>
  (fieldNames as readonly string[]).includes(name)

/** Max. length of one text, in characters, and of the elements around it: what is larger is no article. */
const max = { text: 16 * 1024 * 1024, depth: 40 }

/** Mistakes of XML that exports have, by plugins or by pasted text. They do not make what is around them unclear. */
const harmless =
  /undefined entity|disallowed character\.|XML declaration must be at|"\]\]>" is disallowed/

/** Control characters, which XML must not have and pasted texts do. */
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/**
 * Reads an export of WordPress (WXR 1.0 to 1.2) in a stream, so that only one item is in memory.
 * @param onItem gets each item, in the order of the file
 * @returns the address of the site; empty if it has none
 * @throws ImportError if the file is no export, or not complete
 */
export async function readWxr(file: string, onItem: (item: WxrItem) => void): Promise<string> {
  const parser = new SaxesParser()
  const fail = (what: string): never => {
    throw new ImportError(`${path.basename(file)}, line ${parser.line}: ${what}`)
  }
  const reader = new ItemReader(onItem, fail)
  let textStart = 0
  const mark = () => (textStart = parser.position)
  parser.on('opentag', ({ name, attributes }) => (mark(), reader.open(name, attributes)))
  parser.on('closetag', () => (mark(), reader.close()))
  parser.on('text', (text) => (mark(), reader.add(text)))
  parser.on('cdata', (text) => (mark(), reader.add(text)))
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) fail('it declares entities, which no export of WordPress does.')
  })
  parser.on('error', ({ message }) => {
    if (!harmless.test(message)) fail(reader.describe(message.replace(/^\d+:\d+: /, '')))
  })
  for await (const chunk of createReadStream(file, {
    encoding: 'utf8',
    highWaterMark: 256 * 1024,
  })) {
    parser.write(String(chunk).replace(control, ''))
    if (parser.position - textStart > max.text) {
      fail(reader.isExport ? tooLong : notAnExport)
    }
  }
  parser.close()
  return reader.site
}

const notAnExport =
  'it is no export of WordPress, which its menu Tools, Export, "All content" makes.'

const tooLong = 'it has a text of more than 16 MB.'

/** Collects the fields of the items. */
class ItemReader {
  isExport = false
  site = ''
  readonly #onItem: (item: WxrItem) => void
  readonly #fail: (what: string) => never
  /** Names of the open elements. */
  readonly #path: string[] = []
  #item: Partial<Record<FieldName, string>> = {}
  #metaKey = ''
  #text = ''

  constructor(onItem: (item: WxrItem) => void, fail: (what: string) => never) {
    this.#onItem = onItem
    this.#fail = fail
  }

  open(name: string, attributes: Record<string, string>) {
    if (this.#path.length === 0) {
      this.isExport = name === 'rss' && /wordpress\.org\/export/.test(attributes['xmlns:wp'] ?? '')
      if (!this.isExport) this.#fail(notAnExport)
    }
    this.#path.push(name)
    if (this.#path.length > max.depth) this.#fail('its elements are nested too deeply.')
    if (this.#path.length === 3) this.#item = {}
    this.#text = ''
  }

  add(text: string) {
    this.#text += text
    if (this.#text.length > max.text) this.#fail(tooLong)
  }

  close() {
    const [, , parent, field = '', meta] = this.#path
    const name = this.#path.pop() ?? ''
    const depth = this.#path.length
    const text = this.#text
    this.#text = ''
    if (depth === 2 && name === 'item') this.#onItem(this.#item)
    // The address of the site, and before it, in old exports, that of all sites.
    if (depth === 2 && /^(?:link|wp:base_(?:site|blog)_url)$/.test(name)) this.site = text.trim()
    if (parent !== 'item') return
    if (depth === 3 && isFieldName(name)) this.#item[name] = text
    if (field !== 'wp:postmeta' || depth !== 4) return
    if (meta === 'wp:meta_key') this.#metaKey = text.trim()
    else if (this.#metaKey === '_thumbnail_id') this.#item.thumbnail = text.trim()
  }

  /** Describes a mistake of XML in the words of a user. */
  describe(message: string) {
    if (/unclosed tag|unexpected end/.test(message)) {
      return 'it ends here, in the middle, so it is not complete: export it again.'
    }
    return this.isExport ? `it is not valid XML here: ${message.replace(/\.?$/, '.')}` : notAnExport
  }
}
