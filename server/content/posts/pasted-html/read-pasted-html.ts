import { defaultTreeAdapter } from 'parse5'
import { caps } from '../../reading/caps.ts'
import { createTreeBudget, parseInElement, TooManyElements } from '../browser-reading.ts'
import { pictureAddress } from '../picture-address.ts'
import {
  attributeOf,
  createElement,
  hasAttribute,
  hasClass,
  isElement,
  isHtml,
  isText,
  nodesIn,
  textOf,
  type Attributes,
  type Element,
  type Node,
  type Parent,
} from './elements.ts'
import {
  addElement,
  contentOfItem,
  createFlow,
  endParagraph,
  hasImage,
  isBlank,
  nodesOfText,
  withId,
  type Flow,
} from './flow.ts'
import {
  isVisible,
  nodesOf,
  startOf,
  trimAtoms,
  withoutStart,
  type Atom,
  type Mark,
} from './inline.ts'
import { fragmentOf, linkTo, type LinkContext } from './links.ts'
import {
  isIgnored,
  leadingMarker,
  markerOf,
  quillItem,
  wordListItem,
  writtenMarkerOf,
  type ListItem,
  type Marker,
} from './lists.ts'
import { mediaOf, sourceOf, viewOf, type MediaWords } from './media.ts'
import { listTypeOf, meaningsOf, styleOf, type Meaning } from './styles.ts'

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
interface Reading extends TextContext {
  idPrefix: string
  budget: ReturnType<typeof createTreeBudget>
  /** The ids of what the text's own links lead to, by the name that the text has for it. */
  targets: ReadonlyMap<string, string>
  isFromWord: boolean
  /** Whether formatting is kept; not where it would multiply the text. */
  keepsMarks: boolean
  /** How many texts and pictures have been added. */
  visibleCount: number
}

/** What is around a node. */
interface Around {
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
const maxDepth = 150
const maxDepthWritten = 30
const maxMarks = 8
/** A text with more lines is not read as lines: each would take some elements. */
const maxLines = 5_000

/** Elements without text for readers. */
const dropped = new Set([
  ...['script', 'style', 'title', 'template', 'select', 'textarea', 'noembed', 'noframes', 'head'],
  ...['xml', 'w:worddocument', 'w:latentstyles', 'o:officedocumentsettings', 'm:mathpr', 'svg'],
  ...['canvas', 'annotation', 'annotation-xml', 'datalist'],
])

/** Elements that say something of a document, and that no text lacks. */
const unseen = new Set(['meta', 'link', 'base', 'param', 'source', 'track', 'wbr'])

/** Elements that are not kept, and that a paragraph ends at. */
const blocks = new Set([
  ...[
    'p',
    'div',
    'section',
    'article',
    'main',
    'header',
    'footer',
    'nav',
    'aside',
    'center',
    'form',
  ],
  ...[
    'fieldset',
    'legend',
    'address',
    'details',
    'summary',
    'hgroup',
    'dialog',
    'search',
    'option',
  ],
  ...[
    'body',
    'figcaption',
    'caption',
    'tr',
    'td',
    'th',
    'marquee',
    'frameset',
    'noscript',
    'object',
  ],
])

const headings = new Map(
  Object.entries({
    h1: 'h2',
    h2: 'h2',
    h3: 'h3',
    h4: 'h4',
    h5: 'h4',
    h6: 'h4',
  }),
)
const codeBlocks = new Set(['pre', 'xmp', 'listing', 'plaintext'])
const listNames = new Map(Object.entries({ ul: 'ul', ol: 'ol', menu: 'ul', dir: 'ul' }))

/** Elements of formatting, as they are written, with what they mean. */
const formatting = new Map<string, readonly [tagName: string, meaning?: Meaning]>(
  Object.entries({
    b: ['b', 'bold'],
    strong: ['strong', 'bold'],
    i: ['i', 'italic'],
    em: ['em', 'italic'],
    cite: ['em', 'italic'],
    dfn: ['em', 'italic'],
    var: ['em', 'italic'],
    u: ['u', 'underlined'],
    ins: ['u', 'underlined'],
    s: ['s', 'struck'],
    strike: ['s', 'struck'],
    del: ['s', 'struck'],
    sup: ['sup', 'raised'],
    sub: ['sub', 'lowered'],
    small: ['small'],
    code: ['code'],
    kbd: ['code'],
    samp: ['code'],
    tt: ['code'],
    bdi: ['bdi'],
    bdo: ['bdi'],
    summary: ['strong', 'bold'],
  }),
)

/** The elements that are written for what only a style says. */
const elementsOfMeanings: Readonly<Record<Meaning, string>> = {
  bold: 'strong',
  italic: 'em',
  underlined: 'u',
  struck: 's',
  raised: 'sup',
  lowered: 'sub',
}
const meaningOfTag = new Map(
  [...formatting.values()].map(([tagName, meaning]) => [tagName, meaning] as const),
)

/**
 * Reads a text of any editor, word processor or mail program, and writes it as paragraphs, headings,
 * lists, tables and figures. What ends a paragraph in a browser does so here. Does not sanitise.
 * @returns null for a text that would become far too many elements
 */
export function readPastedHtml(html: string, context: TextContext = {}): Parent | null {
  // A spreadsheet's clipboard may begin within a table.
  const isCut = /^\s*(?:<!--[^>]*-->\s*)*<(?:col|colgroup|thead|tbody|tr|td|th)\b/i.test(html)
  try {
    const source = parseInElement(isCut ? `<table>${html}` : html, true)
    const isFromWord = /\bclass=["']?(?:x_)*Mso|\bmso-/i.test(html)
    return (
      write(source, html, context, isFromWord, true) ??
      write(source, html, context, isFromWord, false)
    )
  } catch (error) {
    if (error instanceof TooManyElements) return null
    throw error
  }
}

/** @returns null where its formatting has to be left out */
function write(
  source: Parent,
  html: string,
  context: TextContext,
  isFromWord: boolean,
  keepsMarks: boolean,
): Parent | null {
  const { idPrefix = 'text-' } = context
  const reading: Reading = {
    ...context,
    idPrefix,
    budget: createTreeBudget(html.length, caps.sourceTags),
    targets: targetsIn(source, idPrefix),
    isFromWord,
    keepsMarks,
    visibleCount: 0,
  }
  const flow = createFlow()
  try {
    walkChildren(source, flow, reading, {
      marks: [],
      attributes: null,
      mode: 'paragraphs',
      keepsLines: keepsLines(source),
      depth: 0,
      depthWritten: 0,
    })
    endParagraph(flow)
    const text = defaultTreeAdapter.createDocumentFragment()
    for (const node of nodesOfText(flow, reading.budget)) defaultTreeAdapter.appendChild(text, node)
    removeDeadLinks(text)
    removeBoldOfAll(text)
    return text
  } catch (error) {
    if (keepsMarks && error instanceof TooManyElements) return null
    throw error
  }
}

/** The ids of what a text's links lead to in the text itself, by its names for them. */
function targetsIn(source: Parent, prefix: string) {
  const named = new Set<string>()
  const wanted = new Set<string>()
  for (const node of nodesIn(source)) {
    if (!isElement(node)) continue
    const names = [attributeOf(node, 'id'), node.tagName === 'a' ? attributeOf(node, 'name') : '']
    for (const name of names) if (name !== '') named.add(name)
    if (node.tagName === 'a') wanted.add(fragmentOf(attributeOf(node, 'href')))
  }
  const targets = new Map<string, string>()
  for (const name of wanted) {
    if (!named.has(name)) continue
    const id = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 80)
    targets.set(name, id.startsWith(prefix) ? id : prefix + id)
  }
  return targets
}

/**
 * Whether a text has no other paragraphs than its lines: it was typed into a plain field, perhaps
 * with some formatting, or lines apart from its headings and lists are.
 */
function keepsLines(source: Parent) {
  let hasBlocks = false
  let lines = 0
  for (const node of nodesIn(source)) {
    if (isText(node)) lines += node.value.split('\n').length - 1
    else if (isElement(node) && (node.tagName === 'br' || isBlock(node.tagName))) hasBlocks = true
  }
  if (lines > maxLines) return false
  return (
    !hasBlocks ||
    source.childNodes.some((node) => isText(node) && /\S[^\S\n]*\n[^\S\n]*\n\s*\S/.test(node.value))
  )
}

function isBlock(tagName: string) {
  return (
    blocks.has(tagName) ||
    codeBlocks.has(tagName) ||
    headings.has(tagName) ||
    listNames.has(tagName) ||
    ['li', 'dl', 'dt', 'dd', 'table', 'figure', 'blockquote', 'hr'].includes(tagName)
  )
}

function walkChildren(parent: Parent, flow: Flow, reading: Reading, around: Around) {
  let before = ''
  for (const child of parent.childNodes) {
    // What a script shows later is there already.
    const isSecond = child.nodeName === 'noscript' && ['img', 'iframe'].includes(before)
    if (!isSecond) walk(child, flow, reading, around)
    if (isElement(child)) before = child.tagName
  }
}

function walk(node: Node, flow: Flow, reading: Reading, around: Around) {
  if (isText(node)) {
    return isAlone(node) && isBareAddress(node.value, around)
      ? addAddress(node.value, flow, reading, around)
      : addText(node.value, flow, reading, around)
  }
  if (!isElement(node)) return
  if (around.depth > maxDepth) return addText(textOf(node), flow, reading, around)
  const { tagName } = node
  if (unseen.has(tagName)) return
  if (dropped.has(tagName)) return reading.onDrop?.(tagName)
  const style = styleOf(node)
  if (style.get('mso-hide') === 'all' || (reading.isFromWord && isIgnored(node))) return
  const inner = { ...withFormatting(node, style, reading, around), depth: around.depth + 1 }
  if (!isHtml(node)) return walkChildren(node, flow, reading, inner)
  if (mediaOf(node)) return addMedia(node, flow, reading, around)
  if (headings.has(tagName)) return addHeading(node, flow, reading, inner)
  if (listNames.has(tagName)) return addList(node, flow, reading, inner)
  if (codeBlocks.has(tagName)) return addCode(node, flow, reading, inner)
  switch (tagName) {
    case 'br':
      return addBreak(flow, around)
    case 'hr':
      if (around.mode === 'paragraphs') addElement(flow, createElement('hr', {}))
      return
    case 'img':
      return addImage(node, flow, reading, around)
    case 'input':
      return addInput(node, flow, reading, around)
    case 'a':
      return addLink(node, flow, reading, inner)
    case 'q': {
      const isArabic = /\p{Script=Arabic}/u.test(textOf(node))
      addText(isArabic ? '«' : '“', flow, reading, inner)
      walkChildren(node, flow, reading, inner)
      return addText(isArabic ? '»' : '”', flow, reading, inner)
    }
    case 'li':
      return addStrayItem(node, flow, reading, inner)
    case 'dl':
    case 'dt':
    case 'dd':
      return addTerms(node, flow, reading, inner)
    case 'table':
      return addTable(node, flow, reading, inner)
    case 'figure':
      return addFigure(node, flow, reading, inner)
    case 'blockquote':
      return addQuotation(node, flow, reading, inner)
    case 'p':
      if (around.mode === 'paragraphs' && addWordItem(node, flow, reading, inner)) return
      break
  }
  if (blocks.has(tagName)) return addBlock(node, flow, reading, inner)
  if (/^(?:https?:|[^@]+@[^@]+\.)/.test(tagName)) addWrittenAddress(node, flow, reading, inner)
  addTarget(node, flow, inner, reading, () => walkChildren(node, flow, reading, inner))
}

/** What is around the content of an element, by the element's own formatting, and by its style. */
function withFormatting(
  element: Element,
  style: ReadonlyMap<string, string>,
  reading: Reading,
  around: Around,
): Around {
  const [tagName, ownMeaning] = formatting.get(element.tagName) ?? []
  const isPlainElement = tagName === undefined && element.attrs.length === 0
  if (!reading.keepsMarks || isPlainElement) return around
  const meanings = meaningsOf(style)
  const isTechnical = /^docs-internal-guid/.test(attributeOf(element, 'id'))
  const isPlain = isTechnical || (ownMeaning !== undefined && meanings[ownMeaning] === false)
  let { marks } = around
  for (const [meaning, is] of Object.entries(meanings) as [Meaning, boolean][]) {
    if (!is) marks = marks.filter((mark) => meaningOfTag.get(mark.tagName) !== meaning)
    else if (isSaid(meaning, element, around)) {
      marks = addMark(marks, elementsOfMeanings[meaning], {})
    }
  }
  const attributes = isBlock(element.tagName) ? {} : languageOf(element, style, reading)
  if (tagName !== undefined && !isPlain) marks = addMark(marks, tagName, attributes)
  else if (Object.keys(attributes).length > 0) marks = addMark(marks, 'span', attributes)
  return { ...around, marks }
}

/** Whether what a style says of formatting means something there. */
function isSaid(meaning: Meaning, { tagName }: Element, { mode, marks }: Around) {
  if (meaning === 'bold') return mode !== 'line' && !headings.has(tagName) && tagName !== 'th'
  if (meaning === 'underlined')
    return tagName !== 'a' && !marks.some(({ tagName }) => tagName === 'a')
  if (meaning === 'raised' || meaning === 'lowered') return !isBlock(tagName)
  return true
}

function addMark(marks: readonly Mark[], tagName: string, attributes: Attributes): readonly Mark[] {
  const meaning = meaningOfTag.get(tagName)
  const isThere = marks.some(
    (mark) =>
      mark.tagName === tagName ||
      (meaning !== undefined && meaningOfTag.get(mark.tagName) === meaning),
  )
  const isEmpty = Object.keys(attributes).length === 0
  if (marks.length >= maxMarks || (isEmpty && (isThere || tagName === 'span'))) return marks
  return [...marks, { tagName, attributes }]
}

/** The direction and language of an element's text. A word processor marks each word with them. */
function languageOf(
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

/** The attributes that any block keeps. */
function attributesOf(element: Element, reading: Reading): Attributes {
  const id = targetOf(element, reading)
  return { ...(id !== null && { id }), ...languageOf(element, styleOf(element), reading) }
}

/** The id of an element that the text has a link to. */
function targetOf(element: Element, { targets }: Reading) {
  const id = targets.get(attributeOf(element, 'id'))
  if (id !== undefined) return id
  return (element.tagName === 'a' && targets.get(attributeOf(element, 'name'))) || null
}

/** Keeps the id of an inline element: on the element that its formatting is, or on an empty one. */
function addTarget(
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

function push(atom: Atom, flow: Flow, { attributes }: Around) {
  if (flow.atoms.length === 0) flow.attributes = attributes
  flow.atoms.push(atom)
  flow.isVisible ||= isVisible(atom)
}

function addText(text: string, flow: Flow, reading: Reading, around: Around) {
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

/** Whether a text is all that its block has. */
function isAlone({ parentNode }: Node) {
  return (
    parentNode !== null &&
    parentNode.childNodes.length === 1 &&
    (!('tagName' in parentNode) || blocks.has(parentNode.tagName))
  )
}

function isBareAddress(text: string, { mode, marks }: Around) {
  const isLink = marks.some(({ tagName }) => tagName === 'a')
  return mode === 'paragraphs' && !isLink && /^\s*https?:\/\/[^\s<>]+\s*$/.test(text)
}

/** An address that is a line of its own: some editors show in its place what is there. */
function addAddress(text: string, flow: Flow, reading: Reading, around: Around) {
  const address = text.trim()
  const view = viewOf({ address, kind: 'page' })
  const href = view && linkTo(view.href, linksOf(reading))
  if (!view || href === null) return addText(text, flow, reading, { ...around, keepsLines: false })
  const isNamed = ['video', 'audio', 'map'].includes(view.kind)
  addLabel(isNamed ? (reading.words?.[view.kind] ?? address) : address, href, flow, reading, around)
}

/** A text that is a link. */
function addLabel(text: string, href: string, flow: Flow, reading: Reading, around: Around) {
  const marks = around.marks.filter(({ tagName }) => tagName !== 'a')
  const link: Mark = { tagName: 'a', attributes: { href } }
  addText(text, flow, reading, { ...around, marks: [...marks, link], keepsLines: false })
}

function linksOf({ targets, ownHost }: Reading): LinkContext {
  return { ownHost, targetOf: (name) => targets.get(name) ?? null }
}

function addBreak(flow: Flow, around: Around) {
  if (around.mode === 'code') push({ kind: 'text', text: '\n', marks: [] }, flow, around)
  else push({ kind: 'break', marks: around.marks }, flow, around)
}

/** The end of one block and the beginning of another. */
function addBoundary(flow: Flow, { mode }: Around) {
  if (mode === 'paragraphs') return endParagraph(flow)
  const last = flow.atoms.at(-1)
  if (!flow.isVisible || !last || last.kind === 'break') return
  if (mode === 'line') flow.atoms.push({ kind: 'break', marks: [] })
  else if (last.kind !== 'text' || !last.text.endsWith('\n')) {
    flow.atoms.push({ kind: 'text', text: '\n', marks: [] })
  }
}

/** A block that is not kept: what it contains is in paragraphs of its own. */
function addBlock(element: Element, flow: Flow, reading: Reading, inner: Around) {
  addBoundary(flow, inner)
  const { id, ...own } = attributesOf(element, reading)
  if (id !== undefined) flow.ids.push(id)
  walkChildren(element, flow, reading, {
    ...inner,
    attributes: { ...inner.attributes, ...own },
    keepsLines: false,
  })
  addBoundary(flow, inner)
}

/** Whether an element is written as such here, with so many levels. */
function hasRoom({ mode, depthWritten }: Around, levels: number) {
  return mode === 'paragraphs' && depthWritten + levels <= maxDepthWritten
}

/** The content of an element that is kept. */
function flowIn(
  element: Parent,
  reading: Reading,
  inner: Around,
  levels: number,
  mode: Around['mode'] = 'paragraphs',
): Flow {
  const flow = createFlow()
  walkChildren(element, flow, reading, {
    ...inner,
    attributes: null,
    mode,
    keepsLines: false,
    depthWritten: inner.depthWritten + levels,
  })
  if (mode === 'paragraphs') endParagraph(flow)
  return flow
}

/** Formatting around a heading says that it is one. */
function withoutBold(around: Around): Around {
  return {
    ...around,
    marks: around.marks.filter(({ tagName }) => meaningOfTag.get(tagName) !== 'bold'),
  }
}

function addHeading(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 1)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const atoms = trimAtoms(flowIn(element, reading, withoutBold(inner), 1, 'line').atoms)
  if (atoms.length === 0) return
  const isPicture = !atoms.some((atom) => atom.kind === 'text' && isVisible(atom))
  const tagName = isPicture ? 'p' : (headings.get(element.tagName) ?? 'h4')
  const attributes = { ...inner.attributes, ...attributesOf(element, reading) }
  addElement(flow, createElement(tagName, attributes, nodesOf(atoms, reading.budget)))
}

function addCode(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 1)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const { atoms } = flowIn(element, reading, inner, 1, 'code')
  const first = atoms.findIndex((atom) => atom.kind !== 'text' || /[^\n]/.test(atom.text))
  const [start, ...rest] = atoms.slice(first)
  if (first < 0 || !start || !atoms.some(isVisible)) return
  // Browsers ignore a line break at the start.
  const opening = start.kind === 'text' ? { ...start, text: start.text.replace(/^\n+/, '') } : start
  addElement(
    flow,
    createElement(
      'pre',
      attributesOf(element, reading),
      nodesOf([opening, ...rest], reading.budget, true),
    ),
  )
}

function addQuotation(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 2)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const content = flowIn(element, reading, inner, 1)
  if (isBlank(content)) return
  const nodes = nodesOfText(content, reading.budget)
  addElement(flow, createElement('blockquote', attributesOf(element, reading), nodes))
}

/** The content of an item, cell or caption as an element; null if it is empty. */
function itemOf(
  tagName: string,
  element: Element,
  reading: Reading,
  inner: Around,
  attributes: Attributes = {},
): Element | null {
  const flow = flowIn(element, reading, inner, 1)
  const { nodes, attributes: ofText } = contentOfItem(flow, reading.budget)
  if (nodes.length === 0) return null
  const own = { ...ofText, ...attributesOf(element, reading), ...attributes }
  return createElement(tagName, withId(own, flow), nodes)
}

function addList(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 3)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const items = quillItemsOf(element, reading, inner)
  if (items) {
    for (const item of items) flow.blocks.push({ kind: 'item', ...item })
    return
  }
  const list = listOf(element, reading, inner)
  if (list) addElement(flow, list)
}

function listOf(element: Element, reading: Reading, inner: Around): Element | null {
  const tagName = listNames.get(element.tagName) ?? 'ul'
  const items: Element[] = []
  /** What is in the list, but in no item. */
  let stray = createElement('li', {})
  function addStray() {
    const item = itemOf('li', stray, reading, { ...inner, depthWritten: inner.depthWritten + 1 })
    if (item) items.push(item)
    stray = createElement('li', {})
  }
  for (const child of element.childNodes) {
    const name = isElement(child) ? child.tagName : ''
    if (isElement(child) && name === 'li') {
      addStray()
      const item = itemOfList(child, tagName, reading, inner)
      if (item) items.push(item)
    } else if (isElement(child) && listNames.has(name) && hasRoom(inner, 6)) {
      addStray()
      // A list in a list, beside the item that it belongs to.
      const nested = listOf(child, reading, {
        ...inner,
        depth: inner.depth + 1,
        depthWritten: inner.depthWritten + 2,
      })
      const last = items.at(-1)
      if (nested && last) defaultTreeAdapter.appendChild(last, nested)
      else if (nested) for (const item of nested.childNodes.filter(isElement)) items.push(item)
    } else {
      // Its parent is needed no more.
      stray.childNodes.push(child)
    }
  }
  addStray()
  if (items.length === 0) return null
  const type = tagName === 'ol' ? listTypeOf(element) : ''
  const attributes = tagName === 'ol' ? numbersOf(element) : {}
  return createElement(
    tagName,
    { ...attributesOf(element, reading), ...attributes, ...(type !== '' && { type }) },
    items,
  )
}

/** A whole number that a browser counts with. */
const wholeNumber = /^-?\d{1,5}$/

function numbersOf(list: Element): Attributes {
  const start = attributeOf(list, 'start').trim()
  return {
    ...(wholeNumber.test(start) && start !== '1' && { start }),
    ...(hasAttribute(list, 'reversed') && { reversed: '' }),
  }
}

function itemOfList(item: Element, list: string, reading: Reading, inner: Around) {
  const value = attributeOf(item, 'value').trim()
  const around = withFormatting(item, styleOf(item), reading, inner)
  return itemOf(
    'li',
    item,
    reading,
    { ...around, depth: inner.depth + 1, depthWritten: inner.depthWritten + 1 },
    list === 'ol' && wholeNumber.test(value) ? { value } : {},
  )
}

const boxes = new Map(Object.entries({ checked: '☑ ', unchecked: '☐ ' }))

/** Items that Quill has put into one list, whatever their level and kind; null for any other list. */
function quillItemsOf(list: Element, reading: Reading, inner: Around): ListItem[] | null {
  const children = list.childNodes.filter(isElement)
  if (!children.some((child) => quillItem(child))) return null
  const next: number[] = []
  return children.flatMap((child): ListItem[] => {
    const { level, kind } = quillItem(child) ?? { level: 0, kind: '' }
    const item = itemOf('li', child, reading, { ...inner, depthWritten: inner.depthWritten + 1 })
    if (!item) return []
    const isOrdered = kind === '' ? list.tagName === 'ol' : kind === 'ordered'
    const number = (next[level] ?? 0) + 1
    next.splice(level, next.length, isOrdered ? number : 0)
    const box = boxes.get(kind)
    const sign = box === undefined ? [] : [defaultTreeAdapter.createTextNode(box)]
    const marker: Marker = { type: '', ...(isOrdered && { number }) }
    return [{ level, marker, nodes: [...sign, ...item.childNodes] }]
  })
}

/** An item outside of a list: with those beside it, it is in one. */
function addStrayItem(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 3)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const item = itemOfList(element, 'ul', reading, inner)
  if (!item) return
  const attributes = attributesOf(element, reading)
  flow.blocks.push({
    kind: 'item',
    level: 1,
    marker: { type: '' },
    attributes,
    nodes: item.childNodes,
  })
}

/**
 * Adds a paragraph that a word processor means as an item of a list.
 * @returns false for any other paragraph
 */
function addWordItem(element: Element, flow: Flow, reading: Reading, inner: Around): boolean {
  const written = wordListItem(element)
  if (!written || !hasRoom(inner, 3)) return false
  endParagraph(flow)
  const content = flowIn(element, reading, inner, 2, 'line').atoms
  const start = written.element ? null : leadingMarker.exec(startOf(content, 60))
  const text = written.element ? writtenMarkerOf(written.element) : start?.[1]
  if (text === undefined) return false
  const atoms = trimAtoms(start ? withoutStart(content, start[0].length) : content)
  if (atoms.length === 0) return true
  const last = flow.blocks.at(-1)
  const marker = markerOf(text, last?.kind === 'item' ? last.marker : undefined)
  const attributes = { ...inner.attributes, ...attributesOf(element, reading) }
  if (marker) {
    const nodes = nodesOf(atoms, reading.budget)
    flow.blocks.push({ kind: 'item', level: written.level, marker, attributes, nodes })
  } else {
    flow.blocks.push({
      kind: 'paragraph',
      atoms: [{ kind: 'text', text: `${text} `, marks: [] }, ...atoms],
      attributes,
      isLoose: false,
    })
  }
  return true
}

function addTerms(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 3)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const last = flow.blocks.at(-1)
  const isStray = element.tagName !== 'dl'
  const terms: Element[] = []
  if (isStray) addTerm(element, terms, reading, inner)
  else for (const child of element.childNodes) addTerm(child, terms, reading, inner)
  if (terms.length === 0) return
  if (isStray && last?.kind === 'element' && last.element.tagName === 'dl') {
    for (const term of terms) defaultTreeAdapter.appendChild(last.element, term)
    return
  }
  addElement(flow, createElement('dl', isStray ? {} : attributesOf(element, reading), terms))
}

function addTerm(node: Node, terms: Element[], reading: Reading, inner: Around) {
  const around = { ...inner, depth: inner.depth + 1, depthWritten: inner.depthWritten + 1 }
  if (isElement(node) && node.tagName === 'dt') {
    const atoms = trimAtoms(flowIn(node, reading, around, 1, 'line').atoms)
    if (atoms.length === 0) return
    terms.push(createElement('dt', attributesOf(node, reading), nodesOf(atoms, reading.budget)))
  } else if (isElement(node) && node.tagName === 'div' && around.depth < maxDepth) {
    for (const child of node.childNodes) addTerm(child, terms, reading, around)
  } else {
    const isItem = isElement(node) && node.tagName === 'dd'
    const box = isItem ? node : createElement('dd', {})
    if (!isItem) box.childNodes.push(node)
    const item = itemOf('dd', box, reading, around)
    if (item) terms.push(item)
  }
}

function addTable(table: Element, flow: Flow, reading: Reading, inner: Around) {
  const { captions, sections } = partsOf(table)
  const cells = sections.flatMap(({ rows }) => rows.flatMap(cellsOf))
  // Mail programs lay out with tables, and a text may be in many of one cell.
  if (cells.length < 2 || !hasRoom(inner, 5)) {
    addBoundary(flow, inner)
    for (const part of [...captions, ...cells]) addBlock(part, flow, reading, inner)
    return addBoundary(flow, inner)
  }
  endParagraph(flow)
  let hasContent = false
  const around = { ...inner, depth: inner.depth + 3 }
  const written = sections.flatMap(({ tagName, rows, attributes }) => {
    const lines = rows.flatMap((row) => {
      const own = cellsOf(row).map((cell) => {
        const element = cellOf(cell, tagName === 'thead', reading, around)
        hasContent ||= element.childNodes.length > 0
        return element
      })
      return own.length === 0 ? [] : [createElement('tr', attributesOf(row, reading), own)]
    })
    return lines.length === 0 ? [] : [createElement(tagName, attributes, lines)]
  })
  const titles = captions.slice(0, 1).flatMap((caption) => {
    const { atoms } = flowIn(caption, reading, withoutBold(around), 2, 'line')
    const nodes = nodesOf(trimAtoms(atoms), reading.budget)
    return nodes.length === 0
      ? []
      : [createElement('caption', attributesOf(caption, reading), nodes)]
  })
  if (!hasContent) {
    for (const caption of captions) addBlock(caption, flow, reading, inner)
    return
  }
  addElement(flow, createElement('table', attributesOf(table, reading), [...titles, ...written]))
}

/** The parts of a table, as a parser has made it: rows are in sections. */
function partsOf(table: Element) {
  const children = table.childNodes.filter(isElement)
  return {
    captions: children.filter(({ tagName }) => tagName === 'caption'),
    sections: children
      .filter(({ tagName }) => /^t(?:head|body|foot)$/.test(tagName))
      .map(({ tagName, childNodes }) => ({
        tagName,
        attributes: {},
        rows: childNodes.filter(isElement).filter((row) => row.tagName === 'tr'),
      })),
  }
}

function cellsOf(row: Element) {
  return row.childNodes.filter(isElement).filter(({ tagName }) => /^t[dh]$/.test(tagName))
}

function cellOf(cell: Element, isHeader: boolean, reading: Reading, inner: Around): Element {
  const tagName = isHeader ? 'th' : cell.tagName
  const around = withFormatting(cell, styleOf(cell), reading, inner)
  const flow = flowIn(cell, reading, tagName === 'th' ? withoutBold(around) : around, 4)
  const { nodes, attributes } = contentOfItem(flow, reading.budget)
  const spans = ['colspan', 'rowspan'].map(
    (name) => [name, attributeOf(cell, name).trim()] as const,
  )
  const scope = attributeOf(cell, 'scope').toLowerCase()
  return createElement(
    tagName,
    withId(
      {
        ...attributes,
        ...attributesOf(cell, reading),
        ...(tagName === 'th' && /^(?:row|col)(?:group)?$/.test(scope) && { scope }),
        ...Object.fromEntries(spans.filter(([, span]) => /^\d{1,5}$/.test(span) && span !== '1')),
      },
      flow,
    ),
    nodes,
  )
}

/** What a figure is for; without one of these, it is text. */
const shownInFigures = new Set(['table', 'blockquote', 'pre', 'figure', 'ul', 'ol', 'dl'])

function addFigure(figure: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 4)) return addBlock(figure, flow, reading, inner)
  endParagraph(flow)
  const captions = figure.childNodes.filter(isElement).filter(isCaption)
  const content = createElement('figure', {})
  content.childNodes = figure.childNodes.filter((child) => !isElement(child) || !isCaption(child))
  const own = flowIn(content, reading, inner, 1)
  const isShown = own.blocks.some((block) =>
    block.kind === 'element'
      ? shownInFigures.has(block.element.tagName) || hasImage([block.element])
      : block.kind === 'paragraph' && block.atoms.some(({ kind }) => kind === 'image'),
  )
  const attributes = attributesOf(figure, reading)
  if (!isShown) {
    if (attributes['id'] !== undefined) flow.ids.push(attributes['id'])
    for (const block of own.blocks) {
      flow.blocks.push(block.kind === 'paragraph' ? { ...block, isLoose: false } : block)
    }
    for (const caption of captions) addBlock(caption, flow, reading, inner)
    return
  }
  const { nodes } = contentOfItem(own, reading.budget)
  const texts = captions.flatMap((caption) => itemOf('figcaption', caption, reading, inner) ?? [])
  addElement(flow, createElement('figure', attributes, [...nodes, ...texts]))
}

function isCaption({ tagName }: Element) {
  return tagName === 'figcaption'
}

function addLink(element: Element, flow: Flow, reading: Reading, inner: Around) {
  const written = attributeOf(element, 'href')
  const href = linkTo(written, linksOf(reading))
  // A link in a link is one of its own.
  const marks = inner.marks.filter(({ tagName }) => tagName !== 'a')
  if (href === null) {
    if (written !== '') reading.onDrop?.('a')
    return addTarget(element, flow, inner, reading, () =>
      walkChildren(element, flow, reading, inner),
    )
  }
  const own: Mark = { tagName: 'a', attributes: { href } }
  const around = { ...inner, marks: reading.keepsMarks ? [...marks, own] : [] }
  const before = reading.visibleCount
  if (touchesOtherLink(flow, href) && textOf(element).trim() !== '') {
    push({ kind: 'text', text: ' ', marks }, flow, inner)
  }
  addTarget(element, flow, around, reading, () => walkChildren(element, flow, reading, around))
  if (reading.visibleCount > before) return
  // A link with nothing but an icon.
  const name = attributeOf(element, 'aria-label') || attributeOf(element, 'title')
  addText(name, flow, reading, around)
}

/** Whether the text so far ends in a link to elsewhere: buttons and symbols stand apart by their style. */
function touchesOtherLink(flow: Flow, href: string) {
  const last = flow.atoms.at(-1)
  if (last?.kind !== 'text' || /\s$/.test(last.text)) return false
  const link = last.marks.find(({ tagName }) => tagName === 'a')
  return link !== undefined && link.attributes['href'] !== href
}

function addMedia(element: Element, flow: Flow, reading: Reading, around: Around) {
  const media = mediaOf(element)
  const view = media && viewOf(media)
  if (!media || !view) return reading.onDrop?.(element.tagName)
  const href = linkTo(view.href, linksOf(reading))
  if (href === null) return reading.onDrop?.(element.tagName)
  const name = media.title || (reading.words?.[view.kind] ?? new URL(view.href).host)
  addBoundary(flow, around)
  addLabel(name, href, flow, reading, around)
  addBoundary(flow, around)
}

function addImage(element: Element, flow: Flow, reading: Reading, around: Around) {
  const alt = attributeOf(element, 'alt')
  const src = pictureAddress(sourceOf(element))
  if (src !== '') {
    reading.visibleCount += 1
    const marks = reading.keepsMarks ? around.marks : []
    return push({ kind: 'image', attributes: { src, alt, loading: 'lazy' }, marks }, flow, around)
  }
  // Some programs write a sign of writing as a picture.
  if (/^\p{Extended_Pictographic}/u.test(alt)) return addText(alt, flow, reading, around)
  reading.onDrop?.('img')
}

/** A list of tasks says with boxes what is done. */
function addInput(element: Element, flow: Flow, reading: Reading, around: Around) {
  if (attributeOf(element, 'type').toLowerCase() !== 'checkbox') return reading.onDrop?.('input')
  addText(hasAttribute(element, 'checked') ? '☑ ' : '☐ ', flow, reading, around)
}

/** An address in angle brackets, which a parser takes for an element. */
function addWrittenAddress(
  { tagName, attrs }: Element,
  flow: Flow,
  reading: Reading,
  around: Around,
) {
  const isMail = tagName.includes('@')
  const address = isMail ? tagName : `${tagName}//${attrs.map(({ name }) => name).join('/')}`
  const href = linkTo(address, linksOf(reading))
  if (href !== null) addLabel(address, href, flow, reading, around)
}

/** Removes links to places of the text that it does not have after all, and ids that it has twice. */
function removeDeadLinks(text: Parent) {
  const ids = new Set<string>()
  const links: Element[] = []
  for (const node of nodesIn(text)) {
    if (!isElement(node)) continue
    if (attributeOf(node, 'href').startsWith('#')) links.push(node)
    const id = attributeOf(node, 'id')
    if (id === '') continue
    if (ids.has(id)) node.attrs = node.attrs.filter(({ name }) => name !== 'id')
    ids.add(id)
  }
  unwrap(text, new Set(links.filter((link) => !ids.has(attributeOf(link, 'href').slice(1)))))
}

/** Removes bold type that the whole of a text has, and that therefore says nothing. */
function removeBoldOfAll(text: Parent) {
  const paragraphs = text.childNodes
    .filter(isElement)
    .filter(({ tagName }) => !headings.has(tagName))
  const bold = new Set<Element>()
  for (const node of nodesIn(text)) {
    if (isElement(node) && meaningOfTag.get(node.tagName) === 'bold') bold.add(node)
    else if (isText(node) && /\S/.test(node.value) && !isInBold(node)) return
  }
  if (paragraphs.length > 1) unwrap(text, bold)
}

function isInBold(node: Node): boolean {
  for (let { parentNode } = node; parentNode && 'tagName' in parentNode;) {
    const { tagName } = parentNode
    if (
      meaningOfTag.get(tagName) === 'bold' ||
      headings.has(tagName) ||
      /^(?:th|caption)$/.test(tagName)
    )
      return true
    parentNode = parentNode.parentNode
  }
  return false
}

/** Puts the content of some elements in their places. */
function unwrap(parent: Parent, elements: ReadonlySet<Element>) {
  if (elements.size === 0) return
  const children = parent.childNodes.splice(0)
  for (const child of children) {
    if (isElement(child)) unwrap(child, elements)
    const isGone = isElement(child) && elements.has(child)
    for (const node of isGone ? child.childNodes.splice(0) : [child]) {
      defaultTreeAdapter.appendChild(parent, node)
    }
  }
}
