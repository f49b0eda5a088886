import { cutRichText, cutSource } from '../posts/rich-text.ts'
import { caps, textCaps } from './limit-json.ts'
import type { ReadingWords } from './parse-response.ts'

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

interface WithLists {
  postID: string
  postSpecs: SpecTexts[]
  postImages: string[]
  postFiles: { fileTitle: string }[]
}

interface WithVariants {
  postID: string
  postVariants: { code: string; specs: SpecTexts[] }[]
}

/** Max. truncations reported for one response, and max. texts with removed elements. */
const maxReported = 10

/** Max. element names reported for one text, since a text may invent names. */
const maxNames = 20

export type Cutter = ReturnType<typeof createCutter>

/**
 * Truncates the items of one response to the limits, sanitises them, and records what was left out.
 * @param siteUrl the public address of this site, if it is known
 */
export function createCutter({ shortened, media }: ReadingWords, siteUrl?: string) {
  const ownHost = siteUrl === undefined ? undefined : new URL(siteUrl).host
  const cuts: Cut[] = []
  const removed: RemovedElements[] = []
  let count = 0
  let entriesLeft = caps.entries
  const written = { bytes: caps.richText, bytesInPage: caps.richTextInPage, tags: caps.tags }
  const budget = { written, source: { bytes: caps.richTextSource, tags: caps.tags } }

  function record(postID: string, field: string) {
    count += 1
    if (cuts.length < maxReported) cuts.push({ postID, field })
  }

  /**
   * Reserves entries of the budget.
   * @returns how many of the list's first entries fit
   */
  function reserveEntries<T>(list: readonly T[], costOf: (entry: T) => number) {
    for (const [at, entry] of list.entries()) {
      const cost = costOf(entry)
      if (cost > entriesLeft) return at
      entriesLeft -= cost
    }
    return list.length
  }

  function cutTexts<K extends keyof typeof textCaps>(
    post: Record<K, string> & { postID?: string },
    fields: readonly K[],
    postID = post.postID ?? '',
  ) {
    const texts: Record<K, string> = post
    for (const field of fields) {
      const text = texts[field]
      const { max, dropIfTooLong } = textCaps[field]
      if (text.length <= max) continue
      texts[field] = dropIfTooLong ? '' : truncate(text, max)
      record(postID, field)
    }
  }

  function cutEntries<K extends string>(
    post: Record<K, unknown[]> & { postID: string },
    field: K,
    max: number,
  ) {
    const lists: Record<K, unknown[]> = post
    if (lists[field].length <= max) return
    lists[field] = lists[field].slice(0, max)
    record(post.postID, field)
  }

  function cutSpecs(post: { postID: string; postSpecs: SpecTexts[] }, max: number) {
    cutEntries(post, 'postSpecs', max)
    for (const spec of post.postSpecs) cutTexts(spec, ['name', 'value', 'unit'], post.postID)
  }

  return {
    cutTexts,
    /** Truncates the specifications of a project or product in a list. */
    cutFacts: (post: { postID: string; postSpecs: SpecTexts[] }) => cutSpecs(post, caps.facts),
    /** Truncates the lists of a whole post. They share one budget per response, since a screen may show them all. */
    cutLists(post: WithLists) {
      cutSpecs(post, caps.entries)
      cutEntries(post, 'postSpecs', reserveEntries(post.postSpecs, entryCost))
      cutEntries(post, 'postFiles', caps.entries)
      for (const entry of post.postFiles) cutTexts(entry, ['fileTitle'], post.postID)
      cutEntries(post, 'postFiles', reserveEntries(post.postFiles, entryCost))
      cutEntries(post, 'postImages', entriesLeft)
      entriesLeft -= post.postImages.length
    },
    /** Truncates the variants of a product, keeping whole ones only. */
    cutVariants(post: WithVariants) {
      const columns = new Set<string>()
      let stated = 0
      const tooMany = post.postVariants.findIndex(({ specs }, at) => {
        for (const { name, unit } of specs) columns.add(`${name}\0${unit}`)
        // A label that a variant has several times is one column.
        stated += specs.length
        const cells = Math.max(stated, (at + 1) * columns.size)
        return at === caps.entries || cells > caps.variantCells
      })
      if (tooMany >= 0) cutEntries(post, 'postVariants', tooMany)
      for (const variant of post.postVariants) {
        cutTexts(variant, ['code'], post.postID)
        for (const spec of variant.specs) cutTexts(spec, ['name', 'value', 'unit'], post.postID)
      }
    },
    /** Truncates a rich text and sanitises it. */
    cutRichText(post: { postID: string; postDetails: string }) {
      if (post.postDetails === '') return
      const counts = new Map<string, number>()
      const text = cutRichText(post.postDetails, budget, shortened, {
        words: media,
        ownHost,
        idPrefix: `text-${post.postID.replace(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60)}-`,
        onDrop(name) {
          const count = counts.get(name)
          if (count !== undefined || counts.size < maxNames) counts.set(name, (count ?? 0) + 1)
        },
      })
      post.postDetails = text.html
      if (text.isCut) record(post.postID, 'postDetails')
      if (counts.size === 0 || removed.length === maxReported) return
      removed.push({ postID: post.postID, elements: Object.fromEntries(counts) })
    },
    /** Truncates a text that is not displayed: it is not sanitised and gets no note. */
    cutHiddenText(post: { postID: string; postDetails: string }) {
      if (post.postDetails === '') return
      const text = cutSource(post.postDetails, budget.source)
      post.postDetails = text.html
      if (text.isCut) record(post.postID, 'postDetails')
    },
    record,
    /** Returns the first truncations and their total number, and the first texts with removed elements. */
    report: () => ({ cuts, count, removed }),
  }
}

/** Truncates a plain text, and ends it with "…". */
function truncate(text: string, max: number) {
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Each Latin run in an Arabic text becomes an element of the page; this many are free for one entry. */
const freeRunsPerEntry = 4

/** Returns how many entries of the budget one entry uses. */
function entryCost(entry: Partial<SpecTexts> & { fileTitle?: string }) {
  const { name = '', value = '', unit = '', fileTitle = '' } = entry
  const runs = `${name} ${value} ${unit} ${fileTitle}`.match(latinRuns)?.length ?? 0
  return 1 + Math.floor(runs / (freeRunsPerEntry + 1))
}

const latinRuns = /[A-Za-z0-9µΩ+][^\p{Script=Arabic}]*/gu
