import { createElement, type Attributes, type Element, type Node } from '../tree.ts'
import { defaultTreeAdapter } from 'parse5'
import { withLatinDigits } from '@site/arabic-text/characters'
import { withBreakableSpaces } from '@site/arabic-text/directions'
import { whatsappHref } from '@site/arabic-text/linked-text'
import type { TreeBudget } from '../parse.ts'

/** An inline element around a text: formatting, or a link. */
export interface Mark {
  tagName: string
  attributes: Attributes
  /** ID for the first element created for it. */
  id?: string | undefined
}

/** The smallest parts of a paragraph, each with its inline elements from outside to inside. */
export type Atom = { marks: readonly Mark[] } & (
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'image'; attributes: Attributes }
  /** An empty element that is a link target. */
  | { kind: 'target'; id: string }
)

/** Matches invisible text: spaces and zero-width marks. */
const invisible = /^[\s\u200b-\u200f\u2060\ufeff]*$/

export function isVisible(atom: Atom) {
  return atom.kind === 'image' || (atom.kind === 'text' && !invisible.test(atom.text))
}

/** Strips spaces and breaks at the ends of a paragraph; empty if nothing of it is visible. */
export function trimAtoms(atoms: readonly Atom[]): Atom[] {
  const first = atoms.findIndex(isVisible)
  if (first < 0) return []
  const last = atoms.findLastIndex(isVisible)
  const isTarget = ({ kind }: Atom) => kind === 'target'
  const inner = atoms.slice(first, last + 1)
  const [start, end] = [inner[0], inner.at(-1)]
  if (start?.kind === 'text') inner[0] = { ...start, text: start.text.trimStart() }
  const final = inner.at(-1)
  if (end && final?.kind === 'text') {
    inner[inner.length - 1] = { ...final, text: final.text.trimEnd() }
  }
  return [
    ...atoms.slice(0, first).filter(isTarget),
    ...inner,
    ...atoms.slice(last + 1).filter(isTarget),
  ]
}

/** Splits a paragraph at its line breaks. */
export function linesOf(atoms: readonly Atom[]): Atom[][] {
  const lines: Atom[][] = [[]]
  for (const atom of atoms) {
    if (atom.kind === 'break') lines.push([])
    else lines.at(-1)?.push(atom)
  }
  return lines
}

/** Returns the leading text of a paragraph, up to a length or the first part that is not text. */
export function startOf(atoms: readonly Atom[], length: number): string {
  let text = ''
  for (const atom of atoms) {
    if (atom.kind === 'target') continue
    if (atom.kind !== 'text' || text.length >= length) break
    text += atom.text.slice(0, length)
  }
  return text.slice(0, length)
}

/** Drops leading characters, which must be text. */
export function withoutStart(atoms: readonly Atom[], length: number): Atom[] {
  let left = length
  return atoms.map((atom) => {
    if (atom.kind !== 'text' || left === 0) return atom
    const text = atom.text.slice(left)
    left -= atom.text.length - text.length
    return { ...atom, text }
  })
}

/** Replaces no-break spaces by spaces, except before a unit, which may be in another element. */
function withSpaces(atoms: readonly Atom[]): readonly Atom[] {
  const texts = atoms.map((atom) => (atom.kind === 'text' ? atom.text : '\n'))
  const whole = texts.join('')
  if (!whole.includes('\u00a0')) return atoms
  const spaced = withBreakableSpaces(whole)
  let at = 0
  return atoms.map((atom, index) => {
    const start = at
    at += texts[index]?.length ?? 0
    if (atom.kind !== 'text' || !atom.text.includes('\u00a0')) return atom
    return { ...atom, text: spaced.slice(start, at).replace(/ {2,}/g, ' ') }
  })
}

/** Removes a leading space where the previous text ends with one. */
function withoutDoubleSpaces(atoms: readonly Atom[]): readonly Atom[] {
  let isAfterSpace = false
  return atoms.map((atom) => {
    if (atom.kind === 'target' || (atom.kind === 'text' && atom.text === '')) return atom
    const own = atom.kind === 'text' && isAfterSpace ? atom.text.trimStart() : null
    const text = own ?? (atom.kind === 'text' ? atom.text : '')
    isAfterSpace = atom.kind === 'text' && (text === '' ? isAfterSpace : /\s$/.test(text))
    return own === null || atom.kind !== 'text' ? atom : { ...atom, text: own }
  })
}

/**
 * Builds the nodes of a paragraph.
 * @param budget for the elements
 * @param isCode whether its spaces are preserved
 * @throws TooManyElements
 */
export function nodesOf(atoms: readonly Atom[], budget: TreeBudget, isCode = false): Node[] {
  const root = createElement('p', {})
  /** The open elements, with the marks they were created for. */
  const open: { mark: Mark; element: Element }[] = []
  for (const atom of isCode ? atoms : withoutDoubleSpaces(withSpaces(atoms))) {
    const { marks } = atom
    if (atom.kind === 'text' && atom.text === '') continue
    let shared = 0
    while (shared < open.length && isSame(open[shared]?.mark, marks[shared])) shared += 1
    open.length = shared
    for (const mark of marks.slice(shared)) {
      const { tagName, attributes, id } = mark
      const element = createElement(tagName, id === undefined ? attributes : { id, ...attributes })
      budget.spend(tagName, element.attrs)
      delete mark.id
      defaultTreeAdapter.appendChild(open.at(-1)?.element ?? root, element)
      open.push({ mark, element })
    }
    const parent = open.at(-1)?.element ?? root
    if (atom.kind === 'text') defaultTreeAdapter.insertText(parent, atom.text)
    else defaultTreeAdapter.appendChild(parent, elementOf(atom))
  }
  return root.childNodes.splice(0)
}

function elementOf(atom: Exclude<Atom, { kind: 'text' }>): Element {
  if (atom.kind === 'break') return createElement('br', {})
  if (atom.kind === 'image') return createElement('img', atom.attributes)
  return createElement('span', { id: atom.id })
}

/**
 * Whether two marks are the same element: editors split formatting anywhere, but adjacent links
 * stay separate.
 */
function isSame(open: Mark | undefined, next: Mark | undefined) {
  if (open === next) return true
  if (!open || !next || open.tagName !== next.tagName || next.id !== undefined) return false
  return formatting.has(open.tagName) && isEmpty(open.attributes) && isEmpty(next.attributes)
}

const formatting = new Set(['strong', 'b', 'em', 'i', 'u', 's', 'code', 'small'])

function isEmpty(attributes: Attributes) {
  return Object.keys(attributes).length === 0
}

export interface LinkContext {
  /** The host of this site, with any non-default port; undefined if unknown. */
  ownHost?: string | undefined
  /** The country of local WhatsApp numbers. */
  country?: string | undefined
  /** Finds the ID of a fragment's target in the same text; null if there is none. */
  targetOf: (fragment: string) => string | null
}

/** Last labels of hosts that editors write without "https://"; excludes file extensions. */
const hostEnds =
  'com|net|org|info|biz|edu|gov|mil|int|io|co|app|dev|me|tv|eu|example' +
  '|sa|ae|kw|qa|bh|om|eg|jo|lb|iq|ye|sy|ps|ma|tn|dz|ly|sd|uk|us|ca|de|fr|it|es|nl|be|ch|at|tr|in|pk|cn|jp|kr|ru|au'

const host = new RegExp(
  `^(?:www\\.[^/?#.]+(?:\\.[^/?#.]+)+|(?:[\\p{L}\\p{N}-]+\\.)+(?:${hostEnds}|[\\p{Script=Arabic}]{2,}))(?::\\d+)?(?:[/?#].*)?$`,
  'iu',
)
const mailAddress = /^[^\s@/:?#<>"()]+@[^\s@/:?#<>"()]+\.[^\s@/:?#<>"().]+$/u
const phone = /^\+?[\d\s().-]{7,25}$/

/**
 * Normalises a link's address, completing what editors omit and fixing what programs corrupt.
 * @returns null if a page of this site cannot link to it
 */
export function linkTo(written: string, context: LinkContext): string | null {
  // Strips white space as browsers do.
  const href = written
    .replace(/[\t\n\r]+/g, '')
    .replace(/^[\u0000-\u0020\u00a0]+|[\u0000-\u0020\u00a0]+$/g, '')
  if (href === '' || href.includes('\\')) return null
  if (href.startsWith('#')) return fragmentLink(href, context)
  const [, scheme = ''] = /^([a-z][a-z\d+.-]*):/i.exec(href) ?? []
  switch (scheme.toLowerCase()) {
    case 'http':
    case 'https':
      return webLink(href, context)
    case 'mailto':
      return mailLink(href.slice(scheme.length + 1))
    case 'tel':
    case 'callto':
      return phoneLink(href.slice(scheme.length + 1))
    case 'whatsapp':
      return whatsappHref(href, { phone: '', country: context.country })
    case '':
      return linkWithoutScheme(href, context)
    default:
      // "company.com:8080" looks like a scheme.
      if (host.test(href)) return webLink(`https://${href}`, context)
      return fragmentLink(href, context)
  }
}

function linkWithoutScheme(href: string, context: LinkContext): string | null {
  if (href.startsWith('//')) return webLink(`https:${href}`, context)
  if (href.startsWith('/')) return href
  // "http//", "https;//".
  const misspelt = /^https?[;.]?\/+(?=[^/])/i.exec(href)
  if (misspelt) return webLink(`https://${href.slice(misspelt[0].length)}`, context)
  const [address = '', query] = href.split('?', 2)
  if (mailAddress.test(address)) return mailLink(href)
  if (phone.test(withLatinDigits(href))) return phoneLink(href)
  if (host.test(href)) return webLink(`https://${href}`, context)
  return query === undefined ? fragmentLink(href, context) : null
}

/**
 * Resolves a link to a place in the same text; word processors may prefix it with their file's
 * name.
 */
function fragmentLink(href: string, { targetOf }: LinkContext) {
  const fragment = fragmentOf(href)
  const id = fragment === '' ? null : targetOf(fragment)
  return id === null ? null : `#${id}`
}

/** Decodes the fragment of an address that may point into its own text. */
export function fragmentOf(href: string): string {
  const at = href.indexOf('#')
  if (at < 0 || /^(?:https?|mailto|tel):/i.test(href.trim())) return ''
  const fragment = href.slice(at + 1).trim()
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** A chat with a number that begins with zero, which no number with its country code does. */
const localChat =
  /^https?:\/\/(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.*&)?phone=)[0٠]/i

/** A company's site is the same with and without "www.". */
const withoutWww = (host: string) => host.replace(/^www\./, '')

function webLink(href: string, { ownHost, country }: LinkContext): string | null {
  // Editor dialogs prefix "http://" to an address that already has a scheme.
  const address = href.replace(/^(?:https?:\/*)+(?=(?:https?|mailto|tel):)/i, '')
  if (/^mailto:/i.test(address)) return mailLink(address.slice('mailto:'.length))
  if (/^tel:/i.test(address)) return phoneLink(address.slice('tel:'.length))
  if (!URL.canParse(address)) return null
  if (localChat.test(address)) return whatsappHref(address, { phone: '', country })
  const own = ownHost === undefined ? undefined : withoutWww(ownHost)
  const isOther = own === undefined || !address.toLowerCase().includes(own)
  if (isOther && !address.includes('@')) return address
  const url = new URL(address)
  const { username, password, pathname, search, hash } = url
  // They also prefix it to mail addresses.
  if (username !== '' && password === '' && pathname === '/') {
    return mailLink(`${decodeURI(username)}@${url.hostname}${search}`)
  }
  if (own !== undefined && withoutWww(url.host) === own) return pathname + search + hash
  return address
}

function mailLink(written: string): string | null {
  const [address = '', query] = written.replace(/^(?:mailto:|\/)+/i, '').split(/\?(.*)/s, 2)
  const trimmed = address.trim().replace(/^<|>$/g, '')
  const isList = trimmed.split(/\s*,\s*/).every((part) => mailAddress.test(decoded(part)))
  return isList ? `mailto:${trimmed}${query ? `?${query}` : ''}` : null
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Parses a phone number, ignoring separators between its digits. */
function phoneLink(written: string): string | null {
  const number = withLatinDigits(decoded(written.replace(/^\/+/, '')))
    .replace(/^[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+/, '')
    .replace(/^00(?=[1-9])/, '+')
    .replace(/^(\+[\d\s.-]*)\(0\)/, '$1')
  if (/[\p{L}<>[\]]/u.test(number)) return null
  const digits = number.replace(/[^\d*#]/g, '')
  return digits.length < 3 ? null : `tel:${number.startsWith('+') ? '+' : ''}${digits}`
}
