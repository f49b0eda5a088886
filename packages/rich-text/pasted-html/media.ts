import { attributeOf, findIn, hasAttribute, nodesIn, isElement, type Element } from '../tree.ts'

/** The kind of embedded content. */
type MediaKind = 'video' | 'audio' | 'map' | 'document' | 'page'

/** Names of the kinds in the language of the text, for embedded content without a title. */
export type MediaWords = Readonly<Record<MediaKind, string>>

interface Media {
  /** The value as written; empty if absent. */
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
export function sourceOf(element: Element): string {
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
