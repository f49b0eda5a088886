import { isPictureName } from '../../file-names.ts'

/** The text of an article, and what it names besides words. */
export interface ArticleHtml {
  /** HTML without comments, shortcodes and pictures. */
  html: string
  /** Addresses of the pictures as written, in order. */
  pictures: string[]
  /** Names of the shortcodes that were removed, each as often as it was. */
  shortcodes: string[]
}

/** Returns the addresses of the pictures of a gallery by their ids; without ids, those of the article. */
export type GalleryOf = (ids: readonly string[]) => readonly string[]

/** Reads the text of an article as WordPress does: blank lines divide paragraphs, and shortcodes stand for pictures and videos. */
export function readArticle(content: string, galleryOf: GalleryOf): ArticleHtml {
  const shortcodes: string[] = []
  const pictures: string[] = []
  const text = content
    .replace(/\r\n?/g, '\n')
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .replace(downloadButton, '')
  const plain = withoutShortcodes(text, galleryOf, shortcodes)
  // The block editor writes paragraphs itself.
  const isOfBlocks = content.includes('<!-- wp:')
  return {
    html: withoutPictures(isOfBlocks ? plain : withParagraphs(plain), pictures),
    pictures,
    shortcodes,
  }
}

/** Matches the button behind the name of a file, which leads to the same file. */
const downloadButton =
  /<a\b[^<>]{0,2000}class="[^"<>]{0,200}wp-block-file__button[^<>]{0,2000}>[^<>]{0,200}<\/a>/gi

/** Matches a tag of a shortcode; or one that is escaped by a second pair of brackets. */
const shortcode =
  /\[(\[[a-z][^[\]]*\])\]|\[(\/?)([a-z][\w-]*)((?:[\s=/](?:"[^"]{0,5000}"|'[^']{0,5000}'|[^[\]"'])*)?)\]/gi

/** Shortcodes that stand for an address, which their attributes or their content name. */
const embeds = new Set(['embed', 'youtube', 'vimeo', 'video', 'audio'])
const videos = new Map([
  ['youtube', 'https://www.youtube.com/watch?v='],
  ['vimeo', 'https://vimeo.com/'],
])

function withoutShortcodes(text: string, galleryOf: GalleryOf, removed: string[]): string {
  const ends = new Set(
    Array.from(text.matchAll(/\[\/([a-z][\w-]*)\]/gi), ([, name = '']) => name.toLowerCase()),
  )
  return text.replace(
    shortcode,
    (
      tag,
      escaped: string | undefined,
      end: string,
      written: string,
      attributes: string,
      at: number,
    ) => {
      if (escaped !== undefined) return escaped
      const name = written.toLowerCase()
      const before = text.slice(Math.max(0, at - 200), at)
      const after = text.slice(at + tag.length, at + tag.length + 200)
      if (/^(?:wp_)?caption$/.test(name)) return `\n\n${attributeOf(attributes, 'caption')}\n\n`
      if (/^(?:source)?code$/.test(name) && ends.has(name)) return end ? '</pre>' : '<pre>'
      if (name === 'gallery') {
        const ids = attributeOf(attributes, 'ids') || attributeOf(attributes, 'include')
        return galleryOf(ids.match(/\d+/g) ?? [])
          .map((address) => `<img src="${address}">`)
          .join('')
      }
      if (embeds.has(name)) return `\n\n${end ? '' : linkOf(name, attributes)}\n\n`
      // Brackets of prose, such as [see below], have no attributes, no end, and stand between words.
      const isShortcode =
        /\s[\w-]+=\S|\/$/.test(attributes) ||
        ends.has(name) ||
        (attributes.trim() === '' && (name.includes('_') || isAlone(before, after)))
      if (!isShortcode) return tag
      if (!end) removed.push(name)
      return /(?:^|[\n\]>])[ \t]*$/.test(before) || /^[ \t]*(?:$|[\n[])/.test(after) ? '\n\n' : ''
    },
  )
}

/** Whether nothing else is in the line or block. */
function isAlone(before: string, after: string) {
  return (
    /(?:^|\n|<(?:p|div|td|li)\b[^<>]*>)[ \t]*$/i.test(before) &&
    /^[ \t]*(?:$|\n|<\/(?:p|div|td|li)>)/i.test(after)
  )
}

function linkOf(name: string, attributes: string) {
  const [written] = /https?:\/\/[^\s"'<>]+/i.exec(attributes) ?? []
  const id = attributeOf(attributes, 'id') || (/^\s*([\w-]+)\s*$/.exec(attributes)?.[1] ?? '')
  const address = written ?? (id && videos.has(name) ? `${videos.get(name)}${id}` : '')
  return address && `<a href="${address}">${address}</a>`
}

/** Returns the value of an attribute of a tag or shortcode; empty if it has none. */
function attributeOf(tag: string, name: string): string {
  const pattern = new RegExp(
    `(?:^|[\\s"'])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`,
    'i',
  )
  const [, double, single, bare = ''] = pattern.exec(tag) ?? []
  return (double ?? single ?? bare).replace(/&(?:amp|#0*38);/g, '&').trim()
}

const blocks =
  '(?:table|thead|tfoot|tbody|caption|colgroup|col|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|blockquote|address|style|p|h[1-6]|' +
  'hr|fieldset|legend|section|article|aside|header|footer|nav|figure|figcaption|details|summary|script)'
const startOfBlock = new RegExp(`<${blocks}\\b[^<>]*>`, 'gi')
const endOfBlock = new RegExp(`</${blocks}>|<hr\\b[^<>]*>`, 'gi')
const startsWithBlock = new RegExp(`^</?${blocks}\\b`, 'i')
const endsWithBlock = new RegExp(`</?${blocks}\\b[^<>]*>$`, 'i')
/** Matches a tag, or the end of a line with the block tags beside it. */
const lineEnd = new RegExp(
  `(</?${blocks}\\b[^<>]*>)?[ \\t]*\\n(?=\\s*(</?${blocks}\\b)?)|<[^<>]*>`,
  'gi',
)

/** Makes paragraphs of what blank lines divide, and line breaks of the ends of lines: in the classic editor, they are its own. */
function withParagraphs(text: string): string {
  return text
    .split(/(<(?:pre|script|style)\b[^]*?<\/(?:pre|script|style)>)/i)
    .map((part, at) => (at % 2 === 1 ? part : paragraphsOf(part)))
    .join('\n')
}

function paragraphsOf(text: string): string {
  return text
    .replace(/[ \t]+/g, ' ')
    .replace(startOfBlock, '\n\n$&')
    .replace(endOfBlock, '$&\n\n')
    .split(/\n\s*\n/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .map((piece) => {
      const lines = piece.replace(lineEnd, (match, before?: string, after?: string) => {
        if (!match.endsWith('\n')) return match
        return before || after ? match : '<br>'
      })
      const start = startsWithBlock.test(piece) ? '' : '<p>'
      return start + lines + (start === '' || endsWithBlock.test(piece) ? '' : '</p>')
    })
    .join('\n')
}

const inTag = `(?:"[^"]{0,3000}"|'[^']{0,3000}'|[^<>"']){0,3000}`
/** Matches a picture, perhaps alone in a link. */
const picture = new RegExp(`(?:(<a\\b${inTag}>)\\s*)?(<img\\b${inTag}>)(\\s*</a>)?`, 'gi')

function withoutPictures(html: string, addresses: string[]): string {
  return html.replace(
    picture,
    (_, link: string | undefined, image: string, end: string | undefined) => {
      const isLinked = link !== undefined && end !== undefined
      const rest = isLinked ? '' : `${link ?? ''}${end ?? ''}`
      if (/\b(?:emoji|wp-smiley)\b/.test(attributeOf(image, 'class'))) {
        return rest + attributeOf(image, 'alt')
      }
      // A picture of one pixel counts visitors.
      if (['width', 'height'].some((side) => attributeOf(image, side) === '1')) return rest
      const target = isLinked ? attributeOf(link, 'href') : ''
      addresses.push(isPictureName(target.replace(/[?#].*/, '')) ? target : sourceOf(image))
      return rest
    },
  )
}

/** Returns the address of a picture, also where a script would set it later. */
function sourceOf(image: string) {
  const sources = ['src', 'data-src', 'data-lazy-src', 'data-original'].map((name) =>
    attributeOf(image, name),
  )
  return sources.find((source) => source !== '' && !source.startsWith('data:')) ?? ''
}
