import {
  attributeOf,
  findIn,
  hasAttribute,
  nodesIn,
  isElement,
  type Element,
  createElement,
} from './elements.ts'
import { pictureAddress } from '../posts/post-fields.ts'
import { itemOf } from './lists.ts'
import { addElement, contentOfItem, endParagraph, hasImage, type Flow, withId } from './flow.ts'
import { linkTo, nodesOf, trimAtoms } from './inline.ts'
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
import { withFormatting, withoutBold, styleOf } from './formatting.ts'

/** The kind of embedded content. */
type MediaKind = 'video' | 'audio' | 'map' | 'document' | 'page'

/** Names of the kinds in the language of the text, for embedded content without a title. */
export type MediaWords = Readonly<Record<MediaKind, string>>

interface Media {
  /** As written; empty if absent. */
  address: string
  kind: MediaKind
  title: string
}

/**
 * Finds the content that an element embeds: a frame, a player, or an editor's placeholder for one.
 * @returns null for any other element, and for one with fallback content to show
 */
export function mediaOf(element: Element): Media | null {
  const media = (address: string, kind: MediaKind = 'page'): Media => ({
    address,
    kind,
    title: titleOf(element),
  })
  const placeholder =
    attributeOf(element, 'data-oembed-url') || attributeOf(element, 'data-ephox-embed-iri')
  if (placeholder !== '') return media(placeholder)
  switch (element.tagName) {
    case 'iframe':
    case 'embed':
      return media(sourceOf(element))
    case 'oembed':
      return media(attributeOf(element, 'url'))
    case 'video':
    case 'audio': {
      const source = findIn(element, 'source')
      return media(sourceOf(element) || (source ? sourceOf(source) : ''), element.tagName)
    }
    case 'object': {
      const address = attributeOf(element, 'data') || parameterOf(element)
      return address === '' && element.childNodes.length > 0 ? null : media(address)
    }
    default:
      return null
  }
}

const lazySources = ['data-src', 'data-lazy-src', 'data-original', 'data-cke-saved-src']

/** Returns the address of an element, also where a script would set it later (lazy loading). */
function sourceOf(element: Element): string {
  const source = attributeOf(element, 'src')
  if (source !== '' && !/^(?:data|about|blob):/i.test(source.trim())) return source
  const lazy = lazySources.find((name) => attributeOf(element, name) !== '')
  return lazy === undefined ? source : attributeOf(element, lazy)
}

function parameterOf(object: Element): string {
  for (const node of nodesIn(object)) {
    if (!isElement(node) || node.tagName !== 'param') continue
    if (/^(?:movie|src|url|filename)$/i.test(attributeOf(node, 'name'))) {
      return attributeOf(node, 'value')
    }
  }
  return ''
}

/** Returns its title, unless that only names the player. */
function titleOf(element: Element): string {
  const title = (attributeOf(element, 'title') || attributeOf(element, 'aria-label')).trim()
  return hasAttribute(element, 'srcdoc') ||
    /\b(?:player|iframe|embed(?:ded)?|google maps)\b/i.test(title)
    ? ''
    : title
}

/**
 * Returns the address where a browser can view embedded content, and its kind.
 * @returns null for anything but http and https
 */
export function viewOf({
  address,
  kind,
}: Pick<Media, 'address' | 'kind'>): { href: string; kind: MediaKind } | null {
  const written = address.trim()
  const absolute = written.startsWith('//') ? `https:${written}` : written
  if (!/^https?:/i.test(absolute) || !URL.canParse(absolute)) return null
  const url = new URL(absolute)
  const path = url.pathname
  if (/\.swf$/i.test(path)) return null
  for (const { at, kind: known, rewrite } of services) {
    if (at.test(url.hostname + path)) return { href: rewrite?.(url) ?? absolute, kind: known }
  }
  const end = (/\.([a-z0-9]+)$/i.exec(path)?.[1] ?? '').toLowerCase()
  const byName = kindsOfFiles.find(([ends]) => ends.includes(end))?.[1]
  return { href: absolute, kind: kind === 'page' ? (byName ?? 'page') : kind }
}

const kindsOfFiles: readonly (readonly [ends: readonly string[], kind: MediaKind])[] = [
  [['mp4', 'webm', 'mov', 'm4v', 'ogv', 'avi', 'wmv'], 'video'],
  [['mp3', 'ogg', 'oga', 'wav', 'm4a', 'aac'], 'audio'],
  [['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'], 'document'],
]

interface Service {
  /** Matches its host and path. */
  at: RegExp
  kind: MediaKind
  /** Returns the address of the content's own page; undefined if the embedded address works. */
  rewrite?: (url: URL) => string | undefined
}

/** Extracts an address passed to a player as a parameter. */
const inParameter = (name: string) => (url: URL) => {
  const address = url.searchParams.get(name) ?? ''
  return /^https?:/i.test(address) && URL.canParse(address) ? address : undefined
}

const services: readonly Service[] = [
  {
    at: /^(?:[\w-]+\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)\//,
    kind: 'video',
    rewrite: youTubePage,
  },
  {
    at: /^(?:[\w-]+\.)?vimeo\.com\//,
    kind: 'video',
    rewrite: ({ pathname, searchParams }) => {
      const id = /^\/video\/(\d+)/.exec(pathname)?.[1]
      const hash = searchParams.get('h')
      return id && `https://vimeo.com/${id}${hash ? `/${encodeURIComponent(hash)}` : ''}`
    },
  },
  {
    at: /^(?:[\w-]+\.)?dailymotion\.com\//,
    kind: 'video',
    rewrite: ({ pathname }) => {
      const id = /^\/embed\/video\/(\w+)/.exec(pathname)?.[1]
      return id && `https://www.dailymotion.com/video/${id}`
    },
  },
  { at: /^(?:[\w-]+\.)?facebook\.com\/plugins\//, kind: 'page', rewrite: inParameter('href') },
  { at: /^w\.soundcloud\.com\//, kind: 'audio', rewrite: inParameter('url') },
  { at: /^(?:[\w-]+\.)?(?:spotify|soundcloud)\.com\//, kind: 'audio' },
  {
    at: /^(?:maps\.google\.[\w.]+|(?:www\.)?google\.[\w.]+\/maps)\//,
    kind: 'map',
    rewrite: mapPage,
  },
  { at: /^(?:www\.)?openstreetmap\.org\//, kind: 'map' },
  { at: /^docs\.google\.com\//, kind: 'document', rewrite: inParameter('url') },
  {
    at: /^(?:drive\.google\.com|view\.officeapps\.live\.com)\//,
    kind: 'document',
    rewrite: inParameter('src'),
  },
]

function youTubePage({ hostname, pathname, searchParams }: URL) {
  const list = searchParams.get('list')
  if (pathname === '/embed/videoseries' && list) {
    return `https://www.youtube.com/playlist?list=${encodeURIComponent(list)}`
  }
  const id = hostname.endsWith('youtu.be')
    ? /^\/([\w-]{6,})/.exec(pathname)?.[1]
    : /^\/(?:embed|v|e)\/([\w-]{6,})/.exec(pathname)?.[1]
  if (id === undefined) return undefined
  const start = /^\d+/.exec(searchParams.get('start') ?? searchParams.get('t') ?? '')?.[0]
  return `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}s` : ''}`
}

/** Google serves embedded maps only in frames. */
function mapPage({ pathname, search, searchParams }: URL) {
  const mapsPage = 'https://www.google.com/maps'
  const searchFor = (query: string) =>
    `${mapsPage}/search/?api=1&query=${encodeURIComponent(query)}`
  const named = searchParams.get('q') ?? searchParams.get('center') ?? searchParams.get('ll')
  if (named) return searchFor(named)
  const [, longitude] = /!2d(-?[\d.]+)/.exec(search) ?? []
  const [, latitude] = /!3d(-?[\d.]+)/.exec(search) ?? []
  if (longitude && latitude) return searchFor(`${latitude},${longitude}`)
  const map = searchParams.get('mid')
  return map && pathname.startsWith('/maps/d/')
    ? `${mapsPage}/d/viewer?mid=${encodeURIComponent(map)}`
    : undefined
}

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
  const src = pictureAddress(sourceOf(element))
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
  const { captions, sections } = partsOf(table)
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
