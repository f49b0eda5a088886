import { pictureAddress } from '../picture-address.ts'
import { itemOf } from './add-lists.ts'
import { attributeOf, createElement, isElement, type Element } from './elements.ts'
import { addElement, contentOfItem, endParagraph, hasImage, type Flow } from './flow.ts'
import { linkTo } from './links.ts'
import { mediaOf, sourceOf, viewOf } from './media.ts'
import {
  addBlock,
  addBoundary,
  addLabel,
  addText,
  attributesOf,
  flowIn,
  hasRoom,
  linksOf,
  push,
  type Around,
  type Reading,
} from './reading.ts'

/** What a figure is for; without one of these, it is text. */
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
