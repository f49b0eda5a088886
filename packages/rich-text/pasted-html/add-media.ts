import { styleOf } from './elements.ts'
import { type Element, isElement, createElement, attributeOf } from '../tree.ts'
import { type Flow, endParagraph, hasImage, contentOfItem, addElement, withId } from './flow.ts'
import {
  type Reading,
  type Around,
  hasRoom,
  addBlock,
  flowIn,
  attributesOf,
  push,
  linksOf,
  addBoundary,
  addLabel,
  addText,
} from './reading.ts'
import { itemOf } from './add-lists.ts'
import { linkTo, nodesOf, trimAtoms } from './inline.ts'
import { withoutBold, withFormatting } from './formatting.ts'
import { mediaOf, viewOf, sourceOf } from './media.ts'

/** Elements that justify a figure; without one of these, its content is plain text. */
const shownInFigures = new Set(['table', 'blockquote', 'pre', 'figure', 'ul', 'ol', 'dl'])

export function addFigure(figure: Element, flow: Flow, reading: Reading, inner: Around) {
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

export function addMedia(element: Element, flow: Flow, reading: Reading, around: Around) {
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

export function addImage(element: Element, flow: Flow, reading: Reading, around: Around) {
  const alt = attributeOf(element, 'alt')
  const src = reading.pictureAddress?.(sourceOf(element)) ?? ''
  if (src !== '') {
    reading.visibleCount += 1
    const marks = reading.keepsMarks ? around.marks : []
    return push({ kind: 'image', attributes: { src, alt, loading: 'lazy' }, marks }, flow, around)
  }
  // Some programs write an emoji as an image.
  if (/^\p{Extended_Pictographic}/u.test(alt)) return addText(alt, flow, reading, around)
  reading.onDrop?.('img')
}

export function addTable(table: Element, flow: Flow, reading: Reading, inner: Around) {
  const { captions, sections } = tablePartsOf(table)
  const cells = sections.flatMap(({ rows }) => rows.flatMap(cellsOf))
  // Mail programs use nested single-cell tables for layout.
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

/** Returns the parts of a parsed table, where rows are in sections. */
function tablePartsOf(table: Element) {
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

export function cellsOf(row: Element) {
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
