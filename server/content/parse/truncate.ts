import { truncateRichText, truncateSource, type TextContext } from '@site/rich-text/sanitise'
import { pageBytes } from '../../text/page-bytes.ts'
import { shownSpecs } from '../posts/hidden-specs.ts'
import { pictureAddress } from '../posts/post-fields.ts'
import { caps, textCaps } from './limit-json.ts'

/** A truncated field. */
export interface Cut {
  /** Empty for items that are not posts. */
  postID: string
  field: string
}

/** The elements removed from a rich text: the number of each name. */
export interface RemovedElements {
  postID: string
  elements: Record<string, number>
}

interface SpecTexts {
  name: string
  value: string
  unit: string
}

const specFields = ['name', 'value', 'unit'] as const

interface WithSpecs {
  postID: string
  postSpecs: SpecTexts[]
}

interface WithLists extends WithSpecs {
  postImages: string[]
  postFiles: { fileName: string; fileTitle: string }[]
}

interface WithDetails {
  postID: string
  postDetails: string
}

interface WithVariants {
  postID: string
  postImage: string
  postVariants: Variant[]
}

interface Variant {
  code: string
  specs: SpecTexts[]
}

/** Max. truncations reported for one response, and max. texts with removed elements. */
const maxReported = 10

/** Max. element names reported for one text, since a text may invent names. */
const maxNames = 20

/**
 * Truncates the items of one response to the limits, sanitises them, and records what was left out. Specifications that are
 * never shown are no part of it.
 */
export class Truncator {
  readonly #words: ReadingWords
  readonly #ownHost: string | undefined
  readonly #country: string | undefined
  readonly #isShown: (spec: SpecTexts) => boolean
  readonly #cuts: Cut[] = []
  readonly #removed: RemovedElements[] = []
  #count = 0
  /** The rest of the response's budgets. */
  readonly #left = { entries: caps.entries, bytes: caps.entryBytes }
  readonly #budget = {
    written: { bytes: caps.richText, bytesInPage: caps.richTextInPage, tags: caps.tags },
    source: { bytes: caps.richTextSource, tags: 2 * caps.tags },
  }

  /**
   * @param siteUrl the public address of this site, if it is known
   * @param hiddenSpecs labels of specifications that are left out
   * @param country the company's, ISO 3166-1, if it is known
   */
  constructor(
    words: ReadingWords,
    siteUrl?: string,
    hiddenSpecs: readonly string[] = [],
    country?: string,
  ) {
    this.#country = country
    this.#words = words
    this.#isShown = shownSpecs(hiddenSpecs)
    this.#ownHost = siteUrl === undefined ? undefined : new URL(siteUrl).host
  }

  /**
   * Truncates plain texts, or empties those that have no use when they are too long.
   * @param postID of the post that they belong to, if `post` is a part of one
   */
  truncateTexts<K extends keyof typeof textCaps>(
    post: Record<K, string> & { postID?: string },
    fields: readonly K[],
    postID = post.postID ?? '',
  ) {
    const texts: Record<K, string> = post
    for (const field of fields) {
      const text = texts[field]
      const { max, dropIfTooLong } = textCaps[field]
      if (!isTooLong(text, max)) continue
      texts[field] = dropIfTooLong ? '' : truncate(text, max)
      this.record(postID, field)
    }
  }

  /** Truncates the specifications of a project or product in a list. */
  truncateFacts(post: WithSpecs) {
    this.#truncateSpecs(post, caps.facts)
  }

  /** Truncates the lists of a whole post. They share one budget per response, since a screen may show them all. */
  truncateLists(post: WithLists) {
    this.#truncateSpecs(post, caps.entries)
    this.#truncateToFit(post, 'postSpecs', sizes.spec)
    this.#truncateEntries(post, 'postFiles', caps.entries)
    for (const entry of post.postFiles) this.truncateTexts(entry, ['fileTitle'], post.postID)
    this.#truncateToFit(post, 'postFiles', sizes.file)
    this.#truncateToFit(post, 'postImages', sizes.picture)
  }

  /**
   * Truncates the variants of a product, keeping whole ones only.
   * @param isListed whether the product is one of many in a list, of which no page shows all
   */
  truncateVariants(post: WithVariants, isListed = false) {
    const columns = new Set<string>()
    let stated = 0
    let bytesLeft = isListed ? caps.entryBytes : this.#left.bytes
    // Each row names its product and the picture.
    const rowBytes = 1_200 + 3 * pageBytes(post.postID) + pageBytes(post.postImage)
    const tooMany = post.postVariants.findIndex((variant, at) => {
      const specs = variant.specs.filter(this.#isShown)
      variant.specs = specs
      for (const { name, unit } of specs) columns.add(`${name}\0${unit}`)
      // A label that a variant has several times is one column.
      stated += specs.length
      const cells = Math.max(stated, (at + 1) * columns.size)
      if (at === caps.entries || cells > caps.variantCells) return true
      this.truncateTexts(variant, ['code'], post.postID)
      for (const spec of specs) this.truncateTexts(spec, specFields, post.postID)
      bytesLeft -= rowBytes + sizes.variant(variant)
      return bytesLeft < 0
    })
    if (tooMany >= 0) this.#truncateEntries(post, 'postVariants', tooMany)
  }

  /** Truncates a rich text and sanitises it. */
  truncateRichText(post: WithDetails) {
    if (post.postDetails === '') return
    const counts = new Map<string, number>()
    const { shortened, media } = this.#words
    this.#replaceDetails(
      post,
      truncateRichText(post.postDetails, this.#budget, shortened, {
        words: media,
        ownHost: this.#ownHost,
        country: this.#country,
        pictureAddress,
        idPrefix: `text-${post.postID.replace(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60)}-`,
        onDrop(name) {
          const count = counts.get(name)
          if (count !== undefined || counts.size < maxNames) counts.set(name, (count ?? 0) + 1)
        },
      }),
    )
    if (counts.size === 0 || this.#removed.length === maxReported) return
    this.#removed.push({ postID: post.postID, elements: Object.fromEntries(counts) })
  }

  /** Truncates a text that is not displayed: it is not sanitised and gets no note. */
  truncateHiddenText(post: WithDetails) {
    if (post.postDetails === '') return
    this.#replaceDetails(post, truncateSource(post.postDetails, this.#budget.source))
  }

  /** Records a truncated field, in the number and among the first. */
  record(postID: string, field: string) {
    this.#count += 1
    if (this.#cuts.length < maxReported) this.#cuts.push({ postID, field })
  }

  /** Returns the first truncations and their total number, and the first texts with removed elements. */
  report() {
    return { cuts: this.#cuts, count: this.#count, removed: this.#removed }
  }

  #replaceDetails(post: WithDetails, { html, isCut }: { html: string; isCut: boolean }) {
    post.postDetails = html
    if (isCut) this.record(post.postID, 'postDetails')
  }

  #truncateSpecs(post: WithSpecs, max: number) {
    post.postSpecs = post.postSpecs.filter(this.#isShown)
    this.#truncateEntries(post, 'postSpecs', max)
    for (const spec of post.postSpecs) this.truncateTexts(spec, specFields, post.postID)
  }

  /** Truncates a list to its first entries that fit what is left for the response. */
  #truncateToFit<K extends string, T>(
    post: Record<K, T[]> & { postID: string },
    field: K,
    bytesOf: (entry: T) => number,
  ) {
    const left = this.#left
    const tooMany = post[field].findIndex((entry) => {
      const bytes = bytesOf(entry)
      if (left.entries === 0 || bytes > left.bytes) return true
      left.entries -= 1
      left.bytes -= bytes
      return false
    })
    if (tooMany >= 0) this.#truncateEntries(post, field, tooMany)
  }

  #truncateEntries<K extends string>(
    post: Record<K, unknown[]> & { postID: string },
    field: K,
    max: number,
  ) {
    const lists: Record<K, unknown[]> = post
    if (lists[field].length <= max) return
    lists[field] = lists[field].slice(0, max)
    this.record(post.postID, field)
  }
}

/** Bytes on a page that a text may take for each character of its limit: as many as an Arabic letter. */
const letterBytes = 4

/** Whether a text has more characters than its limit, or takes more of a page than as many letters and an ellipsis. */
function isTooLong(text: string, max: number) {
  return text.length > max || (text.length > max / 6 && pageBytes(text) > letterBytes * (max + 1))
}

/** Truncates a plain text, and ends it with "…". */
function truncate(text: string, max: number): string {
  let cut = text.slice(0, max)
  do {
    const share = Math.min(1, (letterBytes * max) / pageBytes(cut))
    cut = cut.slice(0, Math.floor(share * cut.length) - 1)
  } while (isTooLong(`${cut}…`, max))
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`
}

/**
 * Estimates of the bytes that entries take on a page: their elements, and their texts as often as these are in HTML, data
 * and structured data. Names of files and ids are encoded in addresses.
 */
const sizes = {
  spec: ({ name, value, unit }: SpecTexts) => 350 + 1.5 * pageBytes(name + value + unit),
  file: ({ fileName, fileTitle }: WithLists['postFiles'][number]) =>
    650 + 2 * pageBytes(fileTitle) + 7 * pageBytes(fileName),
  picture: (fileName: string) => 400 + 10 * pageBytes(fileName),
  variant: ({ code, specs }: Variant) =>
    specs.reduce(
      (sum, { name, value, unit }) => sum + 60 + pageBytes(name) + 2.5 * pageBytes(value + unit),
      10 * pageBytes(code),
    ),
}

/** The words that parsing adds to a text, from the translations. */
export interface ReadingWords {
  /** The note at the end of a truncated rich text: a sentence, as HTML. */
  shortened: string
  /** Names of embedded media. */
  media: NonNullable<TextContext['words']>
}
