import type { sanitize } from 'hast-util-sanitize'

/** A tree whose properties have the names of HTML's attributes, as strings. */
export type Tree = ReturnType<typeof sanitize>

type TreeElement = Extract<Tree, { type: 'element' }>

/** The size of a written text, or how much one may have. */
export interface TextSize {
  /** UTF-8 bytes. */
  bytes: number
  /** Bytes in a page, which contains it twice: as HTML, and as JSON for hydration. */
  bytesInPage: number
  /** Elements. */
  tags: number
}

export interface WrittenText extends TextSize {
  html: string
  isCut: boolean
}

const unlimited: TextSize = { bytes: Infinity, bytesInPage: Infinity, tags: Infinity }

/**
 * Writes a tree as HTML, up to its limits: it ends after a whole character and before the first
 * element that exceeds one, and all elements are closed.
 */
export function writeHtml(tree: Tree, limits: TextSize = unlimited): WrittenText {
  const writer = new HtmlWriter(limits)
  writer.add(tree)
  return writer.result()
}

const voidTags = new Set(['br', 'hr', 'img'])

class HtmlWriter {
  readonly #limits: TextSize
  readonly #parts: string[] = []
  #size: TextSize = { bytes: 0, bytesInPage: 0, tags: 0 }
  #isCut = false

  constructor(limits: TextSize) {
    this.#limits = limits
  }

  add(node: Tree) {
    if (this.#isCut) return
    if (node.type === 'text') this.#addText(node.value)
    else if (node.type === 'element') this.#addElement(node)
    else if (node.type === 'root') for (const child of node.children) this.add(child)
  }

  result(): WrittenText {
    return { html: this.#parts.join(''), isCut: this.#isCut, ...this.#size }
  }

  #addElement({ tagName, properties, children }: TreeElement) {
    const isVoid = voidTags.has(tagName)
    const attributes = Object.entries(properties).map(([name, value]) => attribute(name, value))
    const start = `<${tagName}${attributes.join('')}${isVoid ? ' /' : ''}>`
    const end = isVoid ? '' : `</${tagName}>`
    this.#isCut = !this.#spend(start + end, tagInJson * (isVoid ? 1 : 2), 1)
    if (this.#isCut) return this.#trimEnd()
    this.#parts.push(start)
    for (const child of children) this.add(child)
    if (!this.#isCut || this.#parts.at(-1) !== start) {
      this.#parts.push(end)
      return
    }
    // Nothing of its content is left.
    this.#parts.pop()
    this.#trimEnd()
  }

  #addText(value: string) {
    // A character takes at least one byte.
    const most = Math.max(0, this.#limits.bytes - this.#size.bytes) + 1
    const html = escaped(value.slice(0, most))
    this.#isCut = !this.#spend(html, extraInJson(html))
    const written = this.#isCut ? this.#startOf(html.slice(0, most)) : html
    if (written !== '') this.#parts.push(written)
    if (this.#isCut) this.#trimEnd()
  }

  /** Drops spaces and breaks before a cut, which would be dropped when the text is read again. */
  #trimEnd() {
    for (let last = this.#parts.pop(); last !== undefined; last = this.#parts.pop()) {
      const trimmed = last === '<br />' ? '' : last.trimEnd()
      if (trimmed !== '') {
        this.#parts.push(trimmed)
        return
      }
    }
  }

  /** Spends as many characters of a written text as fit. */
  #startOf(html: string) {
    let [length, tooMany] = [0, html.length]
    while (tooMany - length > 1) {
      const middle = (length + tooMany) >> 1
      const start = html.slice(0, middle)
      if (this.#exceeds(this.#sizeWith(start, extraInJson(start), 0))) tooMany = middle
      else length = middle
    }
    const start = html.slice(0, length).replace(/(?:&[a-z]*|[\ud800-\udbff])$/, '')
    return this.#spend(start, extraInJson(start)) ? start : ''
  }

  /** @returns false, spending nothing, if it exceeds a limit */
  #spend(html: string, extra: number, tags = 0) {
    const size = this.#sizeWith(html, extra, tags)
    if (this.#exceeds(size)) return false
    this.#size = size
    return true
  }

  #sizeWith(html: string, extra: number, tags: number): TextSize {
    const bytes = Buffer.byteLength(html)
    return {
      bytes: this.#size.bytes + bytes,
      bytesInPage: this.#size.bytesInPage + 2 * bytes + extra,
      tags: this.#size.tags + tags,
    }
  }

  #exceeds({ bytes, bytesInPage, tags }: TextSize) {
    const limits = this.#limits
    return bytes > limits.bytes || bytesInPage > limits.bytesInPage || tags > limits.tags
  }
}

function attribute(name: string, value: unknown) {
  if (value === '' && name !== 'alt') return ` ${name}`
  return ` ${name}="${escaped(String(value)).replaceAll('"', '&quot;')}"`
}

function escaped(text: string) {
  if (!/[&<>]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A tag's extra bytes in JSON, where each angle bracket takes six. */
const tagInJson = 12

const [quote, ampersand] = [0x22, 0x26]

/** The extra bytes of a written text in JSON. */
function extraInJson(html: string) {
  let extra = 0
  for (let at = 0; at < html.length; at += 1) {
    const code = html.charCodeAt(at)
    if (code === ampersand) extra += 5
    else if (code === quote || code < 0x20) extra += 1
  }
  return extra
}
