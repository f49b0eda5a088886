import { createElement, isElement, type Attributes, type Element, type Node } from '../tree.ts'
import type { TreeBudget } from '../parse.ts'
import {
  isVisible,
  linesOf,
  nodesOf,
  startOf,
  trimAtoms,
  withoutStart,
  type Atom,
} from './inline.ts'
import { lineMarker, listsOf, startsLikeItem, type ListItem } from './lists.ts'

/** A parsed block, before it is decided how its paragraphs are written. */
type Block =
  | { kind: 'paragraph'; atoms: Atom[]; attributes: Attributes; isLoose: boolean }
  | ({ kind: 'item' } & ListItem)
  | { kind: 'element'; element: Element }

/** The blocks of a text or an element, and the paragraph being parsed. */
export interface Flow {
  blocks: Block[]
  atoms: Atom[]
  /** Whether any of it is visible. */
  isVisible: boolean
  /** Attributes of the open paragraph; null for loose text directly in the flow's element. */
  attributes: Attributes | null
  /** IDs of dropped blocks, for the next block that is kept. */
  ids: string[]
}

export function createFlow(): Flow {
  return { blocks: [], atoms: [], isVisible: false, attributes: null, ids: [] }
}

export function endParagraph(flow: Flow) {
  const { atoms, attributes } = flow
  if (atoms.length === 0) return
  flow.atoms = []
  flow.isVisible = false
  flow.attributes = null
  const paragraphs = paragraphsIn(atoms)
  if (paragraphs.length === 0) {
    for (const atom of atoms) if (atom.kind === 'target') flow.ids.push(atom.id)
  }
  for (const paragraph of paragraphs) {
    flow.blocks.push({
      kind: 'paragraph',
      atoms: paragraph,
      attributes: withId(attributes ?? {}, flow),
      isLoose: attributes === null && paragraphs.length === 1,
    })
  }
}

/** Splits a paragraph at empty lines. */
function paragraphsIn(atoms: Atom[]): Atom[][] {
  const paragraphs: Atom[][] = [[]]
  let breaks = 0
  for (const atom of atoms) {
    const isBlank = atom.kind === 'text' && !isVisible(atom)
    if (atom.kind === 'break') breaks += 1
    else if (!isBlank) {
      if (breaks > 1) paragraphs.push([])
      breaks = 0
    }
    paragraphs.at(-1)?.push(atom)
  }
  return paragraphs.map(trimAtoms).filter((paragraph) => paragraph.length > 0)
}

/** Adds a block element. */
export function addElement(flow: Flow, element: Element) {
  endParagraph(flow)
  if (!element.attrs.some(({ name }) => name === 'id')) {
    const { id } = withId({}, flow)
    if (id !== undefined) element.attrs.push({ name: 'id', value: id })
  }
  flow.blocks.push({ kind: 'element', element })
}

/** Adds the pending ID to a block's attributes. */
export function withId(attributes: Attributes, flow: Flow): Attributes {
  const [id] = flow.ids.splice(0)
  return id === undefined || attributes['id'] !== undefined ? attributes : { id, ...attributes }
}

/** Whether nothing of a flow is visible. */
export function isBlank({ blocks }: Flow) {
  return blocks.length === 0
}

/**
 * Builds the nodes of a whole text or a quotation: text is in paragraphs, unless it is one line.
 */
export function nodesOfText(flow: Flow, budget: TreeBudget): Node[] {
  const blocks = withLists(flow.blocks, budget)
  const isLine = blocks.length === 1
  return nodesOfBlocks(blocks, budget, (paragraph) => paragraph.isLoose && isLine)
}

/**
 * Builds the nodes of an item, a cell or a caption: its text is not in a paragraph, unless it has
 * several.
 * @returns also the attributes of that text
 */
export function contentOfItem(
  flow: Flow,
  budget: TreeBudget,
): { nodes: Node[]; attributes: Attributes } {
  const blocks = withLists(flow.blocks, budget)
  const texts = blocks.filter((block) => block.kind === 'paragraph')
  const [only] = texts
  const isAlone = texts.length === 1 && blocks.every((block) => block === only || isList(block))
  const attributes = isAlone && only ? only.attributes : {}
  return {
    nodes: nodesOfBlocks(blocks, budget, ({ isLoose }) => isLoose || isAlone),
    attributes,
  }
}

function isList(block: Block) {
  return (
    block.kind === 'item' || (block.kind === 'element' && /^[uo]l$/.test(block.element.tagName))
  )
}

function nodesOfBlocks(
  blocks: readonly Block[],
  budget: TreeBudget,
  isBare: (paragraph: Paragraph) => boolean,
): Node[] {
  let items: ListItem[] = []
  const groups = blocks.flatMap((block): Node[] => {
    if (block.kind === 'item') {
      items.push(block)
      return []
    }
    const lists = listsOf(items)
    items = []
    if (block.kind === 'element') return [...lists, block.element]
    const nodes = nodesOf(block.atoms, budget)
    return [...lists, ...(isBare(block) ? nodes : [createElement('p', block.attributes, nodes)])]
  })
  return groups.concat(listsOf(items))
}

type Paragraph = Extract<Block, { kind: 'paragraph' }>

interface Line {
  atoms: Atom[]
  paragraph: Paragraph
  /** Number of lines in the paragraph. */
  of: number
  marker: ReturnType<typeof lineMarker>
  cells: number
}

/**
 * Turns lines that begin with bullets or consecutive numbers into lists, and lines with tabs into
 * tables.
 */
function withLists(blocks: readonly Block[], budget: TreeBudget): readonly Block[] {
  if (!blocks.some((block) => block.kind === 'paragraph' && mayBeginList(block))) return blocks
  let paragraphs: Paragraph[] = []
  const groups = blocks.flatMap((block) => {
    if (block.kind === 'paragraph') {
      paragraphs.push(block)
      return []
    }
    const before = blocksOfLines(paragraphs.flatMap(linesIn), budget)
    paragraphs = []
    return before.concat(block)
  })
  return groups.concat(blocksOfLines(paragraphs.flatMap(linesIn), budget))
}

/** Whether a line of a paragraph looks like a list item or a table row. */
function mayBeginList({ atoms }: Paragraph) {
  let isStart = true
  for (const atom of atoms) {
    if (atom.kind === 'break') isStart = true
    else if (atom.kind === 'text') {
      if (isStart && startsLikeItem.test(atom.text)) return true
      if (atom.text.includes('\t')) return true
      isStart &&= !isVisible(atom)
    }
  }
  return false
}

/** Maximum length of a marker with the spaces around it. */
const markerLength = 16

function linesIn(paragraph: Paragraph): Line[] {
  return linesOf(paragraph.atoms).map((atoms, _, { length }) => {
    const tabs = atoms.map((atom) => (atom.kind === 'text' ? atom.text.split('\t').length - 1 : 0))
    return {
      atoms,
      paragraph,
      of: length,
      marker: lineMarker(startOf(atoms, markerLength)),
      cells: 1 + tabs.reduce((sum, count) => sum + count, 0),
    }
  })
}

function blocksOfLines(lines: readonly Line[], budget: TreeBudget): Block[] {
  const blocks: Block[][] = []
  let others: Line[] = []
  let at = 0
  while (at < lines.length) {
    const group = groupAt(lines, at)
    const [line] = group
    if (!line) break
    at += group.length
    if (group.length === 1) {
      others.push(line)
      continue
    }
    blocks.push(paragraphsOf(others))
    others = []
    if (line.marker) blocks.push(group.map((each) => itemOf(each, budget)))
    else blocks.push([{ kind: 'element', element: tableOf(group, budget) }])
  }
  return [...blocks, paragraphsOf(others)].flat()
}

/** Finds the lines from a start that form one list or table; a single line if they form neither. */
function groupAt(lines: readonly Line[], start: number): Line[] {
  const belongs = lines[start]?.marker ? continuesList : continuesTable
  let end = start + 1
  for (let next = lines[end]; next && belongs(lines[end - 1], next); next = lines[end]) end += 1
  return lines.slice(start, end)
}

function continuesList(before: Line | undefined, { marker }: Line) {
  const previous = before?.marker
  if (!previous || previous.sign !== marker?.sign) return false
  return previous.number === undefined
    ? marker.number === undefined
    : marker.number === previous.number + 1
}

/** Lines with more tabs are not table rows. */
const maxCells = 12

function continuesTable(before: Line | undefined, { cells, marker }: Line) {
  return cells > 1 && cells <= maxCells && before?.cells === cells && !marker
}

function itemOf({ atoms, marker, paragraph }: Line, budget: TreeBudget): Block {
  const content = trimAtoms(withoutStart(atoms, marker?.length ?? 0))
  const number = marker?.number
  return {
    kind: 'item',
    level: 1,
    marker: { type: '', ...(number !== undefined && { number }) },
    attributes: paragraph.attributes,
    nodes: nodesOf(content, budget),
  }
}

/** Rebuilds paragraphs from lines that are in no list. */
function paragraphsOf(lines: readonly Line[]): Paragraph[] {
  const byParagraph = new Map<Paragraph, Line[]>()
  for (const line of lines) {
    const others = byParagraph.get(line.paragraph)
    if (others) others.push(line)
    else byParagraph.set(line.paragraph, [line])
  }
  return [...byParagraph].flatMap(([paragraph, own]) => {
    if (own.length === own[0]?.of) return [paragraph]
    const atoms = own.flatMap(({ atoms }, at): Atom[] =>
      at === 0 ? atoms : [{ kind: 'break', marks: [] }, ...atoms],
    )
    const trimmed = trimAtoms(atoms)
    return trimmed.length === 0 ? [] : [{ ...paragraph, atoms: trimmed }]
  })
}

function tableOf(lines: readonly Line[], budget: TreeBudget): Element {
  const rows = lines.map(({ atoms }) => {
    const cells: Atom[][] = [[]]
    for (const atom of atoms) {
      const parts = atom.kind === 'text' ? atom.text.split('\t') : []
      if (atom.kind !== 'text') cells.at(-1)?.push(atom)
      for (const [at, text] of parts.entries()) {
        if (at > 0) cells.push([])
        cells.at(-1)?.push({ kind: 'text', text, marks: atom.marks })
      }
    }
    return createElement(
      'tr',
      {},
      cells.map((cell) => createElement('td', {}, nodesOf(trimAtoms(cell), budget))),
    )
  })
  return createElement('table', {}, [createElement('tbody', {}, rows)])
}

export function hasImage(nodes: readonly Node[]): boolean {
  return nodes.some(
    (node) => isElement(node) && (node.tagName === 'img' || hasImage(node.childNodes)),
  )
}
