import { hasClass, styleOf } from './elements.ts'
import {
  attributeOf,
  createElement,
  isElement,
  nodesIn,
  textOf,
  type Attributes,
  type Element,
  type Node,
} from '../tree.ts'
import { defaultTreeAdapter } from 'parse5'
import { withLatinDigits } from '@site/arabic-text/characters'

/** The marker before a list item. */
export interface Marker {
  /** Set for ordered lists. */
  number?: number
  /** The kind of number as in a list's `type`; empty for decimal numbers. */
  type: string
}

/** A list item that is not marked up as one. */
export interface ListItem {
  /** Nesting level; outermost items have the lowest. */
  level: number
  marker: Marker
  attributes?: Attributes | undefined
  nodes: Node[]
}

/** Builds lists from consecutive items; deeper ones are nested in the item before them. */
export function listsOf(items: readonly ListItem[]): Element[] {
  const lists: Element[] = []
  let open: { level: number; marker: Marker; list: Element; next: number }[] = []
  for (const { level, marker, attributes, nodes } of items) {
    open = open.filter((outer) => outer.level <= level)
    const outer = open.at(-1)
    let current = outer?.level === level ? outer : undefined
    if (current && !isSameKind(current.marker, marker)) {
      open.pop()
      current = undefined
    }
    if (!current) {
      current = { level, marker, list: createList(marker), next: marker.number ?? 1 }
      const parent = open.at(-1)?.list.childNodes.at(-1)
      if (parent && isElement(parent)) defaultTreeAdapter.appendChild(parent, current.list)
      else lists.push(current.list)
      open.push(current)
    }
    const { number } = marker
    const value: Attributes =
      number !== undefined && number !== current.next ? { value: String(number) } : {}
    defaultTreeAdapter.appendChild(
      current.list,
      createElement('li', { ...value, ...attributes }, nodes),
    )
    current.next = (number ?? current.next) + 1
  }
  return lists
}

function isSameKind(first: Marker, second: Marker) {
  return (
    (first.number === undefined) === (second.number === undefined) && first.type === second.type
  )
}

function createList({ number, type }: Marker) {
  if (number === undefined) return createElement('ul', {})
  return createElement('ol', {
    ...(number !== 1 && { start: String(number) }),
    ...(type !== '' && { type }),
  })
}

/** Signs that are always bullets at the start of a line, even without a space. */
const bullet = /^\s*([•●○◦▪▫■□‣⁃∙·\uf0b7\uf0a7\uf0d8➢➤►])\s*(?=\S)/
/** Signs that are bullets only in some contexts, since they may begin a sentence or a number. */
const dash = /^\s*([-–—ـ])(?:\s+(?=[^\s\d٠-٩])|(?=\p{L}))|^\s*(\*)\s+(?=\S)/u
export const number = /^\s*\(?([\d٠-٩]{1,2})\s?([.)]|[-–](?!\s*[\d٠-٩]))(?![\d٠-٩])\s*(?=\S)/

/** Matches a sign or digit that may begin a marker. */
export const startsLikeItem = /^\s*(?:[^\s\p{L}]|ـ)/u

/** Finds a possible list marker at the start of a line. */
export function lineMarker(
  line: string,
): { sign: string; number: number | undefined; length: number } | null {
  const sign = bullet.exec(line) ?? dash.exec(line)
  if (sign) return { sign: sign[1] ?? sign[2] ?? '', number: undefined, length: sign[0].length }
  const [written, digits, end] = number.exec(line) ?? []
  if (written === undefined || digits === undefined) return null
  return { sign: end ?? '', number: Number(withLatinDigits(digits)), length: written.length }
}

/** The marker of a list item as a word processor wrote it. */
interface WrittenMarker {
  level: number
  /** The element with the marker; null if the marker is the start of the text. */
  element: Element | null
}

/** @returns null for a paragraph that is not a word processor's list item */
export function wordListItem(paragraph: Element): WrittenMarker | null {
  const style = styleOf(paragraph)
  const list = style.get('mso-list') ?? ''
  const isItem =
    /\blevel\d/.test(list) || hasClass(paragraph, /^Mso(?:ListParagraph|ListBullet|ListNumber)/)
  if (!isItem) return null
  const level = Number(/\blevel(\d)/.exec(list)?.[1] ?? indentOf(style))
  for (const node of nodesIn(paragraph)) {
    if (isElement(node) && isIgnored(node)) return { level, element: node }
  }
  return { level, element: null }
}

/** Whether an element only displays the marker. */
export function isIgnored(element: Element) {
  return styleOf(element).get('mso-list') === 'ignore'
}

/** Returns the level by indentation: Word indents each level by half an inch. */
function indentOf(style: ReadonlyMap<string, string>) {
  const margins = ['margin-left', 'margin-right'].map((name) => style.get(name))
  const all = style.get('margin')?.split(/\s+/) ?? []
  const inches = [...margins, all[1], all[3]].map((length) => {
    const [, value, unit] = /^([\d.]+)(in|cm|mm|pt|px)/.exec(length ?? '') ?? []
    const perInch = { in: 1, cm: 2.54, mm: 25.4, pt: 72, px: 96 }[unit ?? ''] ?? 1
    return value === undefined ? 0 : Number(value) / perInch
  })
  return Math.max(1, Math.min(9, Math.round(Math.max(...inches) / 0.5)))
}

/** A marker without an element of its own, followed by no-break spaces. */
export const leadingMarker = /^\s*(\S{1,8}?)[ \n]*\u00a0[\s\u00a0]*/

/**
 * Parses the marker of a word processor.
 * @param previous the previous item's marker, which tells whether "i" is a letter or a number
 * @returns null for numbers that a list cannot show, such as "1.2" and Arabic letters
 */
export function markerOf(text: string, previous: Marker | undefined): Marker | null {
  const [, written = '', end] = /^\(?([\p{L}\d]+)([.)\]:-]*)$/u.exec(text.trim()) ?? []
  // A bullet of any font, such as "·", "§" and the letter "o".
  if (written === '' || (end === '' && /^[ovqün]$/i.test(written))) {
    return /[\p{L}\d]/u.test(text.trim()) && written === '' ? null : { type: '' }
  }
  const digits = withLatinDigits(written)
  if (/^\d{1,5}$/.test(digits)) return { type: '', number: Number(digits) }
  const lower = written.toLowerCase()
  const isUpper = lower !== written
  const roman = romanNumber(lower)
  const isRoman =
    roman > 0 &&
    (lower.length > 1 || (previous ? previous.type.toLowerCase() === 'i' : lower === 'i'))
  if (isRoman) return { type: isUpper ? 'I' : 'i', number: roman }
  if (/^[a-z]$/.test(lower)) return { type: isUpper ? 'A' : 'a', number: lower.charCodeAt(0) - 96 }
  return null
}

const romanDigits = [...'ivxlc'].map(
  (letter, at) => [letter, [1, 5, 10, 50, 100][at] ?? 0] as const,
)

/** @returns 0 for anything else */
function romanNumber(text: string) {
  if (!/^(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(text)) return 0
  const values = [...text].map((letter) => romanDigits.find(([name]) => name === letter)?.[1] ?? 0)
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  )
}

/**
 * Returns the level and kind of a Quill item: Quill writes one flat list, with classes for the
 * rest.
 */
export function quillItem(item: Element): { level: number; kind: string } | null {
  const kind = attributeOf(item, 'data-list')
  const indent = /\bql-indent-(\d)\b/.exec(attributeOf(item, 'class'))?.[1]
  if (kind === '' && indent === undefined) return null
  return { level: Number(indent ?? 0), kind }
}

/** Returns the marker as displayed. */
export function writtenMarkerOf(element: Element) {
  return textOf(element)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
}
