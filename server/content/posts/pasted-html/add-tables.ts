import { attributeOf, createElement, isElement, type Element } from './elements.ts'
import { addElement, contentOfItem, endParagraph, withId, type Flow } from './flow.ts'
import { withFormatting, withoutBold } from './formatting.ts'
import { nodesOf, trimAtoms } from './inline.ts'
import {
  addBlock,
  addBoundary,
  attributesOf,
  flowIn,
  hasRoom,
  type Around,
  type Reading,
} from './reading.ts'
import { styleOf } from './styles.ts'

export function addTable(table: Element, flow: Flow, reading: Reading, inner: Around) {
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
