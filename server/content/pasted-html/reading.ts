import type { createTreeBudget } from '../posts/normalise-html.ts'
import { attributeOf, hasClass, isBlock, type Attributes, type Element, type Parent } from './elements.ts'
import { createFlow, endParagraph, type Flow } from './flow.ts'
import { isVisible, type Atom, type Mark, linkTo, type LinkContext } from './inline.ts'
import { viewOf, type MediaWords } from './media.ts'
import { styleOf } from './formatting.ts'

/** What a text does not say itself. */
export interface TextContext {
  /** Words for what is embedded without a name; without them, its host is its name. */
  words?: MediaWords | undefined
  /** The host of this site. */
  ownHost?: string | undefined
  /** Begins the ids of a text, so that they are different from all others of a page. @default "text-" */
  idPrefix?: string | undefined
  /** Called with the name of each element that has no place in a text, or nothing to show there. */
  onDrop?: ((tagName: string) => void) | undefined
}

/** The state of reading one text. */
export interface Reading extends TextContext {
  idPrefix: string
  budget: ReturnType<typeof createTreeBudget>
  /** The ids of what the text's own links lead to, by the name that the text has for it. */
  targets: ReadonlyMap<string, string>
  isFromWord: boolean
  /** Whether formatting is kept; not where it would multiply the text. */
  keepsMarks: boolean
  /** How many texts and pictures have been added. */
  visibleCount: number
  /** Reads the content of an element. */
  readChildren: (parent: Parent, flow: Flow, around: Around) => void
}

/** What is around a node. */
export interface Around {
  marks: readonly Mark[]
  /** Of the elements that make a paragraph; null outside of them. */
  attributes: Attributes | null
  /**
   * How its text is read: as paragraphs, as one line such as a heading, or with all spaces.
   */
  mode: 'paragraphs' | 'line' | 'code'
  /** Whether line breaks of the source are breaks. */
  keepsLines: boolean
  /** Number of elements around it, as read and as written. */
  depth: number
  depthWritten: number
}

/** Elements in one another beyond these are read as text, or as if they were not there. */
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

/** An address that is a line of its own: some editors show in its place what is there. */
export function addAddress(text: string, flow: Flow, reading: Reading, around: Around) {
  const address = text.trim()
  const view = viewOf({ address, kind: 'page' })
  const href = view && linkTo(view.href, linksOf(reading))
  if (!view || href === null) return addText(text, flow, reading, { ...around, keepsLines: false })
  const isNamed = ['video', 'audio', 'map'].includes(view.kind)
  addLabel(isNamed ? (reading.words?.[view.kind] ?? address) : address, href, flow, reading, around)
}

/** A text that is a link. */
export function addLabel(text: string, href: string, flow: Flow, reading: Reading, around: Around) {
  const marks = around.marks.filter(({ tagName }) => tagName !== 'a')
  const link: Mark = { tagName: 'a', attributes: { href } }
  addText(text, flow, reading, { ...around, marks: [...marks, link], keepsLines: false })
}

export function linksOf({ targets, ownHost }: Reading): LinkContext {
  return { ownHost, targetOf: (name) => targets.get(name) ?? null }
}

export function addBreak(flow: Flow, around: Around) {
  if (around.mode === 'code') push({ kind: 'text', text: '\n', marks: [] }, flow, around)
  else push({ kind: 'break', marks: around.marks }, flow, around)
}

/** The end of one block and the beginning of another. */
export function addBoundary(flow: Flow, { mode }: Around) {
  if (mode === 'paragraphs') return endParagraph(flow)
  const last = flow.atoms.at(-1)
  if (!flow.isVisible || !last || last.kind === 'break') return
  if (mode === 'line') flow.atoms.push({ kind: 'break', marks: [] })
  else if (last.kind !== 'text' || !last.text.endsWith('\n')) {
    flow.atoms.push({ kind: 'text', text: '\n', marks: [] })
  }
}

/** A block that is not kept: what it contains is in paragraphs of its own. */
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

/** Whether an element is written as such here, with so many levels. */
export function hasRoom({ mode, depthWritten }: Around, levels: number) {
  return mode === 'paragraphs' && depthWritten + levels <= maxDepthWritten
}

/** The content of an element that is kept. */
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

/** The attributes that any block keeps. */
export function attributesOf(element: Element, reading: Reading): Attributes {
  const id = targetOf(element, reading)
  return { ...(id !== null && { id }), ...languageOf(element, styleOf(element), reading) }
}

/** The direction and language of an element's text. A word processor marks each word with them. */
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

/** The id of an element that the text has a link to. */
function targetOf(element: Element, { targets }: Reading) {
  const id = targets.get(attributeOf(element, 'id'))
  if (id !== undefined) return id
  return (element.tagName === 'a' && targets.get(attributeOf(element, 'name'))) || null
}

/** Keeps the id of an inline element: on the element that its formatting is, or on an empty one. */
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
