import { stringify } from 'yaml'
import { plainText, stripUnprintable } from '@site/arabic-text/characters'
import { sanitiseRichText } from '@site/rich-text/sanitise'
import { id as idSchema } from '../../folder/format.ts'
import { slugOf } from '../../wire.ts'
import { readArticle, type ArticleHtml } from './article-html.ts'
import { markdownOf } from '@site/rich-text/to-markdown'
import type { Imported, ImportedFile } from '../imported.ts'
import { readWxr, type WxrItem } from './read-wxr.ts'
import { decoded, WordpressPictures } from './wordpress-pictures.ts'

/** Max. length of the HTML of an article, in characters: that of a book. */
const maxHtml = 500_000
/** Of its title, and of its excerpt. */
const maxLine = 10_000

/** The sections that posts and pages become files of. */
type TargetSection = 'news' | 'about' | 'services' | 'projects'

/** Matches slugs and titles, as slugs, of pages. */
const pages: readonly (readonly [section: TargetSection, pattern: RegExp])[] = [
  ['services', /^(?:our-)?services?(?:-\d+)?$|^(?:ال)?خدمات(?:نا)?$/],
  ['projects', /^(?:our-)?(?:projects?|portfolio)(?:-\d+)?$|^(?:ال)?(?:مشاريع|مشروعات)(?:نا)?$/],
]

/** What the items of a file need of each other, which may be in any order. */
interface Index {
  site: string
  attachments: Map<string, { address: string; parent: string }>
  pages: Map<string, { section: TargetSection | undefined; parent: string }>
}

/**
 * Reads the posts and pages of an export of WordPress (WXR) as Markdown files of a content folder. The file is read twice,
 * since a post may come before its pictures; one item is in memory at a time, besides what is returned.
 * @throws ImportError if the file is no export, or not complete
 */
export async function readWordPress(file: string): Promise<Imported> {
  const index: Index = { site: '', attachments: new Map(), pages: new Map() }
  index.site = await readWxr(file, (item) => addToIndex(index, item))
  const converter = new Converter(index)
  await readWxr(file, (item) => converter.add(item))
  return converter.end()
}

function addToIndex({ attachments, pages }: Index, item: WxrItem) {
  const id = textOf(item, 'wp:post_id')
  const parent = copyOf(textOf(item, 'wp:post_parent'))
  const type = textOf(item, 'wp:post_type')
  const address = textOf(item, 'wp:attachment_url')
  if (type === 'page') pages.set(copyOf(id), { section: ownSectionOf(item), parent })
  if (type === 'attachment' && address) {
    attachments.set(copyOf(id), { address: copyOf(address), parent })
  }
}

function textOf(item: WxrItem, name: keyof WxrItem) {
  return item[name]?.trim() ?? ''
}

/** Copies a text: as a part of a larger one, it would keep that in memory. */
function copyOf(text: string) {
  return Buffer.from(text).toString()
}

/** Returns the plain text of a title or excerpt, on one line. */
function lineOf(html: string) {
  return stripUnprintable(plainText(sanitiseRichText(html.slice(0, maxLine))))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Slugs of other scripts than Latin are percent-encoded. */
function slugOfItem(item: WxrItem) {
  return decoded(textOf(item, 'wp:post_name')).normalize('NFC')
}

function ownSectionOf(item: WxrItem) {
  const names = [slugOfItem(item), slugOf(lineOf(textOf(item, 'title')))]
  return pages.find(([, pattern]) => names.some((name) => pattern.test(name)))?.[0]
}

/** Why posts and pages are left out, by their status. */
const unpublished: Partial<Record<string, string>> = {
  'auto-draft': 'automatic draft',
  future: 'scheduled',
  pending: 'pending review',
  trash: 'in the trash',
}
/** Names of what is neither a post nor a page. */
const others: Partial<Record<string, string>> = {
  attachment: 'media file',
  nav_menu_item: 'menu item',
}
/** What only a shop has use for. */
const shopPage = /<!-- wp:woocommerce\/(?:cart|checkout|classic-shortcode|customer-account)\b/

/** Matches links to documents among the uploads of a site. */
const documentLink =
  /\bhref\s*=\s*["'][^"'<>]{0,500}\/uploads\/[^"'<>]{1,500}\.(?:pdf|docx?|xlsx?|pptx?|zip|dwg|step|stp)\b/gi

class Converter {
  readonly #index: Index
  readonly #pictures: WordpressPictures
  readonly #files: ImportedFile[] = []
  readonly #taken = new Set<string>()
  #fileLinks = 0
  readonly #counts = {
    written: new Map<string, number>(),
    hidden: new Map<string, number>(),
    others: new Map<string, number>(),
    shortcodes: new Map<string, number>(),
  }

  constructor(index: Index) {
    this.#index = index
    const attachments = Array.from(index.attachments.values(), ({ address }) => address)
    this.#pictures = new WordpressPictures(index.site, attachments)
  }

  add(item: WxrItem) {
    const type = textOf(item, 'wp:post_type')
    const status = textOf(item, 'wp:status')
    const { hidden } = this.#counts
    if (type !== 'post' && type !== 'page') return count(this.#counts.others, others[type] ?? type)
    if (textOf(item, 'wp:post_password') !== '') return count(hidden, 'protected by a password')
    if (status !== 'publish') return count(hidden, unpublished[status] ?? status)
    const content = item['content:encoded'] ?? ''
    if (content.length > maxHtml) return count(hidden, 'too long')
    const article = readArticle(content, (ids) => this.#galleryOf(item, ids))
    const section = type === 'post' ? 'news' : this.#sectionOf(item)
    const details = markdownOf(article.html)
    const isEmpty = details === '' && article.pictures.length === 0
    if (type === 'page' && (isEmpty || shopPage.test(content)))
      return count(hidden, 'page without a text')
    for (const name of article.shortcodes) count(this.#counts.shortcodes, `[${name}]`)
    this.#fileLinks += article.html.match(documentLink)?.length ?? 0
    this.#write(item, section, details, article)
  }

  #galleryOf(item: WxrItem, ids: readonly string[]): string[] {
    const { attachments } = this.#index
    const own = textOf(item, 'wp:post_id')
    if (ids.length > 0) return ids.flatMap((id) => attachments.get(id)?.address ?? [])
    return Array.from(attachments.values()).flatMap(({ address, parent }) =>
      parent === own ? address : [],
    )
  }

  /** A page below another one, such as one service, is in its section. */
  #sectionOf(item: WxrItem): TargetSection {
    const seen = new Set<string>()
    for (let id = textOf(item, 'wp:post_id'); !seen.has(id);) {
      seen.add(id)
      const page = this.#index.pages.get(id)
      if (page?.section) return page.section
      id = page?.parent ?? id
    }
    return 'about'
  }

  #write(item: WxrItem, section: TargetSection, details: string, { pictures }: ArticleHtml) {
    const slug = slugOfItem(item)
    const date = dateOf(item)
    const { address = '' } = this.#index.attachments.get(textOf(item, 'thumbnail')) ?? {}
    const image = address === '' ? null : this.#pictures.nameOf(address)
    const gallery = new Set(pictures.flatMap((picture) => this.#pictures.nameOf(picture) ?? []))
    if (image !== null) gallery.delete(image)
    const title = lineOf(textOf(item, 'title')) || slug.replace(/-+/g, ' ').trim() || section
    const excerpt = textOf(item, 'excerpt:encoded').slice(0, maxLine)
    const subTitle = lineOf(readArticle(excerpt, () => []).html)
    const isDated = section === 'news' || section === 'projects'
    const id = idSchema.safeParse(slug)
    const fields = {
      title,
      ...(subTitle && { subTitle }),
      ...(isDated && date && { date }),
      ...(id.success && { id: this.#free(`${section} `, id.data) }),
      ...(image !== null && { image }),
      ...(gallery.size > 0 && { gallery: [...gallery] }),
    }
    const matter = stringify(fields, {
      lineWidth: 0,
      defaultStringType: 'QUOTE_DOUBLE',
      defaultKeyType: 'PLAIN',
    })
    const start = isDated && date ? `${date.slice(0, 7)}-` : ''
    const name = this.#free(`${section}/`, start + nameOf(slug || title))
    this.#files.push({
      name: `${section}/${name}.md`,
      text: copyOf(`---\n${matter}---\n\n${details}\n`),
    })
    count(this.#counts.written, `${section}/`)
  }

  /** Returns a name that no other item of its kind has, also on systems where letter case makes no difference. */
  #free(kind: string, name: string): string {
    for (let at = 1; ; at += 1) {
      const free = at === 1 ? name : `${name}-${at}`
      const key = (kind + free).toLowerCase()
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return free
    }
  }

  end(): Imported {
    const { written, hidden, others, shortcodes } = this.#counts
    const pictures = this.#pictures.list()
    const { unusable } = this.#pictures
    const note = (start: string, counts: Map<string, number>) =>
      counts.size > 0 ? [`${start}: ${listed(counts)}`] : []
    return {
      system: 'WordPress',
      files: this.#files,
      pictures,
      notes: [
        `Articles and pages: ${this.#files.length > 0 ? listed(written) : 'none'}`,
        `Pictures of articles: ${pictures.length}`,
        ...(unusable > 0 ? [`Left out, since no picture is at their address: ${unusable}`] : []),
        ...note('Posts and pages left out', hidden),
        ...note('Neither posts nor pages, left out', others),
        ...note('Shortcodes of plugins removed', shortcodes),
        ...(this.#fileLinks > 0
          ? [
              `Links to documents of the old site: ${this.#fileLinks}; save these in files/ before it ends`,
            ]
          : []),
      ],
    }
  }
}

/** The date of an item, as 2013-01-31; undefined if it has none. */
function dateOf(item: WxrItem): string | undefined {
  const published = new Date(textOf(item, 'pubDate'))
  const stated = [
    textOf(item, 'wp:post_date'),
    textOf(item, 'wp:post_date_gmt'),
    Number.isNaN(published.getTime()) ? '' : published.toISOString(),
  ]
  return stated.map((text) => text.slice(0, 10)).find(isDate)
}

function isDate(text: string) {
  const date = new Date(`${text}T00:00:00Z`)
  return (
    /^[12]\d{3}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text)
  )
}

/** Makes the name of a file, without its ending. At the end of a name, -ar and -en state its language. */
function nameOf(title: string) {
  const name = slugOf(title).slice(0, 60).replace(/-+$/, '') || 'article'
  return /(?:^|-)(?:ar|en)$/.test(name) || /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/.test(name)
    ? `${name}-1`
    : name
}

function count(counts: Map<string, number>, name: string) {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Max. kinds that a note lists. */
const maxListed = 8

function listed(counts: Map<string, number>) {
  const all = [...counts].sort(([, a], [, b]) => b - a)
  const parts = all.slice(0, maxListed).map(([name, number]) => `${name} ${number}`)
  return [
    ...parts,
    ...(all.length > maxListed ? [`${all.length - maxListed} more kinds`] : []),
  ].join(', ')
}
