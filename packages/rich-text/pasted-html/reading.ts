import { hasClass, isBlock, styleOf } from './elements.ts'
import { attributeOf, type Attributes, type Element, type Parent } from '../tree.ts'
import type { TreeBudget } from '../parse.ts'
import { createFlow, endParagraph, type Flow } from './flow.ts'
import { isVisible, type Atom, type Mark, linkTo, type LinkContext } from './inline.ts'
import { viewOf, type MediaWords } from './media.ts'

/** Context that a text does not contain. */
export interface TextContext {
  /** Names for embedded content without a title; without them, its host is used. */
  words?: MediaWords | undefined
  /** The host of this site. */
  ownHost?: string | undefined
  /** The country of local WhatsApp numbers, ISO 3166-1; without it, links to them are left out. */
  country?: string | undefined
  /**
   * Prefix of the text's IDs, unique within a page.
   * @default "text-"
   */
  idPrefix?: string | undefined
  /**
   * Maps the address of an image, as written, to a path of this site; empty for an image that it cannot
   * show. Without it, images are left out.
   */
  pictureAddress?: ((source: string) => string) | undefined
  /** Called with the name of each dropped element. */
  onDrop?: ((tagName: string) => void) | undefined
}

/** The state of parsing one text. */
export interface Reading extends TextContext {
  idPrefix: string
  budget: TreeBudget
  /** IDs of link targets in the text, by the text's names for them. */
  targets: ReadonlyMap<string, string>
  isFromWord: boolean
  /** Whether formatting is kept; false where it would multiply the text. */
  keepsMarks: boolean
  /** Number of texts and images added. */
  visibleCount: number
  /** Parses the content of an element. */
  readChildren: (parent: Parent, flow: Flow, around: Around) => void
}

/** The context of a node. */
export interface Around {
  marks: readonly Mark[]
  /** Attributes of the elements around a paragraph; null outside of them. */
  attributes: Attributes | null
  /**
   * How text is parsed: as paragraphs, as one line such as a heading, or with all spaces preserved.
   */
  mode: 'paragraphs' | 'line' | 'code'
  /** Whether line breaks in the source are kept. */
  keepsLines: boolean
  /** Number of ancestors, as parsed and as written. */
  depth: number
  depthWritten: number
}

/** Maximum nesting; deeper elements are parsed as text or unwrapped. */
export const maxDepth = 150
const maxDepthWritten = 30

export function push(atom: Atom, flow: Flow, { attributes }: Around) {
  if (flow.atoms.length === 0) flow.attributes = attributes
  flow.atoms.push(atom)
  flow.isVisible ||= isVisible(atom)
}

export function addText(text: string, flow: Flow, reading: Reading, around: Around) {
  const { marks, mode } = around
  const add = (part: string) => {
    if (part === '') return
    const atom: Atom = { kind: 'text', text: part, marks: reading.keepsMarks ? marks : [] }
    if (isVisible(atom)) reading.visibleCount += 1
    push(atom, flow, around)
  }
  if (mode === 'code') return add(text.replaceAll('\u00a0', ' '))
  if (!around.keepsLines) return add(text.replace(/[\t\n\f\r ]+/g, ' '))
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    if (at > 0) addBreak(flow, around)
    const isStart = (flow.atoms.at(-1)?.kind ?? 'break') === 'break'
    if (isStart && isBareAddress(line, around)) addAddress(line, flow, reading, around)
    else add(line.replace(/[\f ]+/g, ' '))
  }
}

export function isBareAddress(text: string, { mode, marks }: Around) {
  const isLink = marks.some(({ tagName }) => tagName === 'a')
  return mode === 'paragraphs' && !isLink && /^\s*https?:\/\/[^\s<>]+\s*$/.test(text)
}

/** Adds an address that is a line of its own: some editors embed its content there. */
export function addAddress(text: string, flow: Flow, reading: Reading, around: Around) {
  const address = text.trim()
  const view = viewOf({ address, kind: 'page' })
  const href = view && linkTo(view.href, linksOf(reading))
  if (!view || href === null) return addText(text, flow, reading, { ...around, keepsLines: false })
  const isNamed = ['video', 'audio', 'map'].includes(view.kind)
  addLabel(isNamed ? (reading.words?.[view.kind] ?? address) : address, href, flow, reading, around)
}

/** Adds a text that is a link. */
export function addLabel(text: string, href: string, flow: Flow, reading: Reading, around: Around) {
  const marks = around.marks.filter(({ tagName }) => tagName !== 'a')
  const link: Mark = { tagName: 'a', attributes: { href } }
  addText(text, flow, reading, { ...around, marks: [...marks, link], keepsLines: false })
}

export function linksOf({ targets, ownHost, country }: Reading): LinkContext {
  return { ownHost, country, targetOf: (name) => targets.get(name) ?? null }
}

export function addBreak(flow: Flow, around: Around) {
  if (around.mode === 'code') push({ kind: 'text', text: '\n', marks: [] }, flow, around)
  else push({ kind: 'break', marks: around.marks }, flow, around)
}

/** Ends the current block. */
export function addBoundary(flow: Flow, { mode }: Around) {
  if (mode === 'paragraphs') return endParagraph(flow)
  const last = flow.atoms.at(-1)
  if (!flow.isVisible || !last || last.kind === 'break') return
  if (mode === 'line') flow.atoms.push({ kind: 'break', marks: [] })
  else if (last.kind !== 'text' || !last.text.endsWith('\n')) {
    flow.atoms.push({ kind: 'text', text: '\n', marks: [] })
  }
}

/** Adds a block that is not kept: its content becomes separate paragraphs. */
export function addBlock(element: Element, flow: Flow, reading: Reading, inner: Around) {
  addBoundary(flow, inner)
  const { id, ...own } = attributesOf(element, reading)
  if (id !== undefined) flow.ids.push(id)
  reading.readChildren(element, flow, {
    ...inner,
    attributes: { ...inner.attributes, ...own },
    keepsLines: false,
  })
  addBoundary(flow, inner)
}

/** Whether an element may be written here with this many levels. */
export function hasRoom({ mode, depthWritten }: Around, levels: number) {
  return mode === 'paragraphs' && depthWritten + levels <= maxDepthWritten
}

/** Parses the content of an element that is kept. */
export function flowIn(
  element: Parent,
  reading: Reading,
  inner: Around,
  levels: number,
  mode: Around['mode'] = 'paragraphs',
): Flow {
  const flow = createFlow()
  reading.readChildren(element, flow, {
    ...inner,
    attributes: null,
    mode,
    keepsLines: false,
    depthWritten: inner.depthWritten + levels,
  })
  if (mode === 'paragraphs') endParagraph(flow)
  return flow
}

/** Returns the attributes that every block keeps. */
export function attributesOf(element: Element, reading: Reading): Attributes {
  const id = targetOf(element, reading)
  return { ...(id !== null && { id }), ...languageOf(element, styleOf(element), reading) }
}

/**
 * Returns the direction and language of an element's text, which word processors set on each word.
 */
export function languageOf(
  element: Element,
  style: ReadonlyMap<string, string>,
  { isFromWord }: Reading,
): Attributes {
  if (isFromWord && !isBlock(element.tagName)) return {}
  const written = attributeOf(element, 'dir') || (style.get('direction') ?? '')
  const dir = hasClass(element, /^ql-direction-rtl$/) ? 'rtl' : written.trim().toLowerCase()
  const lang = attributeOf(element, 'lang')
  return {
    ...(/^(?:ltr|rtl|auto)$/.test(dir) && { dir }),
    ...(/^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,3}$/i.test(lang) && !isFromWord && { lang }),
  }
}

/** Returns the ID of an element that the text links to. */
function targetOf(element: Element, { targets }: Reading) {
  const id = targets.get(attributeOf(element, 'id'))
  if (id !== undefined) return id
  return (element.tagName === 'a' && targets.get(attributeOf(element, 'name'))) || null
}

/** Keeps the ID of an inline element: on its formatting element, or on an empty one. */
export function addTarget(
  element: Element,
  flow: Flow,
  inner: Around,
  reading: Reading,
  addContent: () => void,
) {
  const id = targetOf(element, reading)
  if (id === null) return addContent()
  const before = reading.visibleCount
  const own = inner.marks.at(-1)
  if (own?.tagName === 'a' && own.id === undefined) {
    own.id = id
    addContent()
    if (reading.visibleCount > before) return
    delete own.id
  } else {
    push({ kind: 'target', id, marks: [] }, flow, inner)
    return addContent()
  }
  push({ kind: 'target', id, marks: [] }, flow, inner)
}
