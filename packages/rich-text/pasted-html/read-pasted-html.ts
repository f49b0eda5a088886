import {
  headings,
  blocks,
  codeBlocks,
  dropped,
  isBlock,
  isHtml,
  listNames,
  ignoredTags,
  styleOf,
} from './elements.ts'
import {
  attributeOf,
  isElement,
  isText,
  nodesIn,
  type Element,
  type Node,
  type Parent,
  createElement,
  hasAttribute,
  textOf,
} from '../tree.ts'
import { defaultTreeAdapter } from 'parse5'
import { meaningOfTag, withFormatting, withoutBold } from './formatting.ts'
import { createTreeBudget, parseSource, TooManyElements } from '../parse.ts'
import { mediaOf } from './media.ts'
import { addFigure, addImage, addMedia, addTable } from './add-media.ts'
import { isIgnored } from './lists.ts'
import { addList, addStrayItem, addTerms, addWordItem } from './add-lists.ts'
import { addElement, createFlow, endParagraph, isBlank, nodesOfText, type Flow } from './flow.ts'
import {
  isVisible,
  nodesOf,
  trimAtoms,
  type Atom,
  type Mark,
  fragmentOf,
  linkTo,
} from './inline.ts'
import {
  addAddress,
  addBlock,
  addBreak,
  addLabel,
  addTarget,
  addText,
  attributesOf,
  flowIn,
  hasRoom,
  isBareAddress,
  linksOf,
  maxDepth,
  push,
  type Around,
  type Reading,
  type TextContext,
} from './reading.ts'

/** Removes links to targets that the text lacks, and duplicate IDs. */
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

/** Removes bold that covers the whole text, and so means nothing. */
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

/** Replaces elements by their content. */
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

/** Longer texts are not parsed as lines, since each line takes some elements. */
const maxLines = 5_000

/**
 * Parses a text from any editor, word processor or mail program, and rewrites it as paragraphs,
 * headings, lists, tables and figures. Paragraphs end where browsers end them. Does not sanitise.
 * @param maxDepth of elements; a text is cut before deeper ones
 * @throws TooManyElements
 */
export function readPastedHtml(
  html: string,
  context: TextContext,
  maxDepth: number,
): { text: Parent; isCut: boolean } {
  // A spreadsheet's clipboard may begin inside a table.
  const isInTable = /^\s*(?:<!--[^>]*-->\s*)*<(?:col|colgroup|thead|tbody|tr|td|th)\b/i.test(html)
  const { tree, isCut } = parseSource(isInTable ? `<table>${html}` : html, maxDepth)
  const isFromWord = /\bclass=["']?(?:x_)*Mso|\bmso-/i.test(html)
  try {
    return { text: write(tree, html, context, isFromWord, true), isCut }
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error
    return { text: write(tree, html, context, isFromWord, false), isCut }
  }
}

/** Maximum number of elements for formatting in a text; with more, it is left out. */
const maxElements = 20_000

/** @param keepsMarks whether formatting is kept */
function write(
  source: Parent,
  html: string,
  context: TextContext,
  isFromWord: boolean,
  keepsMarks: boolean,
): Parent {
  const { idPrefix = 'text-' } = context
  const reading: Reading = {
    ...context,
    idPrefix,
    budget: createTreeBudget(html.length, maxElements),
    targets: targetsIn(source, idPrefix),
    isFromWord,
    keepsMarks,
    visibleCount: 0,
    readChildren: (parent, inner, around) => walkChildren(parent, inner, reading, around),
  }
  const flow = createFlow()
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
}

/** Maps the names of link targets in a text to their new IDs. */
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
 * Whether the lines of a text are its paragraphs: it was typed into a plain field, perhaps with
 * some formatting, headings and lists.
 */
function keepsLines(source: Parent) {
  let hasBlocks = false
  let lines = 0
  for (const node of nodesIn(source)) {
    if (isText(node)) lines += node.value.split('\n').length - 1
    else if (isElement(node) && (node.tagName === 'br' || isBlock(node.tagName))) hasBlocks = true
  }
  return lines <= maxLines && (!hasBlocks || hasBlankLine(source.childNodes))
}

/** Whether there is an empty line between text, rather than before or after a block. */
function hasBlankLine(nodes: readonly Node[]) {
  const isInline = (node?: Node) =>
    node !== undefined &&
    (isText(node) || (isElement(node) && node.tagName !== 'br' && !isBlock(node.tagName)))
  return nodes.some((node, at) => {
    if (!isText(node)) return false
    const text = isInline(nodes[at - 1]) ? node.value : node.value.trimStart()
    return /\n[^\S\n]*\n/.test(isInline(nodes[at + 1]) ? text : text.trimEnd())
  })
}

function walkChildren(parent: Parent, flow: Flow, reading: Reading, around: Around) {
  let before = ''
  for (const child of parent.childNodes) {
    // The fallback repeats an element that is there already.
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
  if (ignoredTags.has(tagName)) return
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

/** Whether a text is the only content of its block. */
function isAlone({ parentNode }: Node) {
  return (
    parentNode !== null &&
    parentNode.childNodes.length === 1 &&
    (!('tagName' in parentNode) || blocks.has(parentNode.tagName))
  )
}

function addHeading(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 1)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const atoms = trimAtoms(flowIn(element, reading, withoutBold(inner), 1, 'line').atoms)
  if (atoms.length === 0) return
  const attributes = { ...inner.attributes, ...attributesOf(element, reading) }
  if (!atoms.some((atom) => atom.kind === 'text' && isVisible(atom))) {
    // An image alone is not a heading.
    flow.atoms = atoms
    flow.attributes = attributes
    return endParagraph(flow)
  }
  const tagName = headings.get(element.tagName) ?? 'h4'
  addElement(flow, createElement(tagName, attributes, nodesOf(atoms, reading.budget)))
}

function addCode(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 1)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const { atoms } = flowIn(element, reading, inner, 1, 'code')
  if (!atoms.some(isVisible)) return
  const nodes = nodesOf(withoutOuterLines(atoms), reading.budget, true)
  addElement(flow, createElement('pre', attributesOf(element, reading), nodes))
}

/** Strips line breaks around code; browsers ignore the first one. */
function withoutOuterLines(atoms: readonly Atom[]): Atom[] {
  const [first, last] = [atoms.findIndex(isVisible), atoms.findLastIndex(isVisible)]
  return atoms.slice(first, last + 1).map((atom, at) => {
    if (atom.kind !== 'text') return atom
    const text = at === 0 ? atom.text.replace(/^(?:[^\S\n]*\n)+/, '') : atom.text
    return { ...atom, text: at === last - first ? text.trimEnd() : text }
  })
}

function addQuotation(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 2)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const content = flowIn(element, reading, inner, 1)
  if (isBlank(content)) return
  const nodes = nodesOfText(content, reading.budget)
  addElement(flow, createElement('blockquote', attributesOf(element, reading), nodes))
}

function addLink(element: Element, flow: Flow, reading: Reading, inner: Around) {
  const written = attributeOf(element, 'href')
  const href = linkTo(written, linksOf(reading))
  // A nested link replaces the outer one.
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
  // A link that contains only an icon.
  const name = attributeOf(element, 'aria-label') || attributeOf(element, 'title')
  addText(name, flow, reading, around)
}

/**
 * Whether the preceding text ends in a link to another address; only styles would separate the two.
 */
function touchesOtherLink(flow: Flow, href: string) {
  const last = flow.atoms.at(-1)
  if (last?.kind !== 'text' || /\s$/.test(last.text)) return false
  const link = last.marks.find(({ tagName }) => tagName === 'a')
  return link !== undefined && link.attributes['href'] !== href
}

/** Adds a task list's checkbox as a sign. */
function addInput(element: Element, flow: Flow, reading: Reading, around: Around) {
  if (attributeOf(element, 'type').toLowerCase() !== 'checkbox') return reading.onDrop?.('input')
  addText(hasAttribute(element, 'checked') ? '☑ ' : '☐ ', flow, reading, around)
}

/** Adds an address in angle brackets, which the parser took for an element. */
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
