import { cutRichText } from '../posts/rich-text.ts'
import { caps, textCaps } from './caps.ts'
import { limitRichText, type Room } from './limit-rich-text.ts'

/** Where something was cut. */
export interface Cut {
  /** Empty for what is no post of its own. */
  postID: string
  field: string
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

/** Of one answer, as many as are told. */
const mostTold = 10

export type Cutter = ReturnType<typeof createCutter>

/**
 * Brings the items of one answer down to the caps, and remembers where.
 * @param note the end of a rich text that was cut; sanitised
 */
export function createCutter(note: string) {
  const cuts: Cut[] = []
  let count = 0
  let entriesLeft = caps.entries
  const room = { bytes: caps.richText, bytesInPage: caps.richTextInPage, tags: caps.tags }

  function remember(postID: string, field: string) {
    count += 1
    if (cuts.length < mostTold) cuts.push({ postID, field })
  }

  /** @returns for how many of a list's first entries there is room, which they take */
  function take<T>(list: readonly T[], costOf: (entry: T) => number) {
    for (const [at, entry] of list.entries()) {
      const cost = costOf(entry)
      if (cost > entriesLeft) return at
      entriesLeft -= cost
    }
    return list.length
  }

  function takeRoom({ bytes, bytesInPage, tags }: Room) {
    room.bytes -= bytes
    room.bytesInPage -= bytesInPage
    room.tags -= tags
  }

  function cutTexts<K extends keyof typeof textCaps>(
    post: Record<K, string> & { postID?: string },
    fields: readonly K[],
    postID = post.postID ?? '',
  ) {
    const texts: Record<K, string> = post
    for (const field of fields) {
      const text = texts[field]
      const { most, isAllOrNothing } = textCaps[field]
      if (text.length <= most) continue
      texts[field] = isAllOrNothing ? '' : beginningOf(text, most)
      remember(postID, field)
    }
  }

  function cutEntries<K extends string>(
    post: Record<K, unknown[]> & { postID: string },
    field: K,
    most: number,
  ) {
    const lists: Record<K, unknown[]> = post
    if (lists[field].length <= most) return
    lists[field] = lists[field].slice(0, most)
    remember(post.postID, field)
  }

  function cutSpecs(post: { postID: string; postSpecs: SpecTexts[] }, most: number) {
    cutEntries(post, 'postSpecs', most)
    for (const spec of post.postSpecs) cutTexts(spec, ['name', 'value', 'unit'], post.postID)
  }

  return {
    cutTexts,
    /** Specifications of which a list shows the first. */
    cutFacts: (post: { postID: string; postSpecs: SpecTexts[] }) => cutSpecs(post, caps.facts),
    /** The lists of a whole post: a screen may show those of all posts of an answer. */
    cutLists(post: WithLists) {
      cutSpecs(post, caps.entries)
      cutEntries(post, 'postSpecs', take(post.postSpecs, entryCost))
      cutEntries(post, 'postFiles', caps.entries)
      for (const entry of post.postFiles) cutTexts(entry, ['fileTitle'], post.postID)
      cutEntries(post, 'postFiles', take(post.postFiles, entryCost))
      cutEntries(post, 'postImages', entriesLeft)
      entriesLeft -= post.postImages.length
    },
    /** Sanitises it too. */
    cutRichText(post: { postID: string; postDetails: string }) {
      if (post.postDetails === '') return
      const text = cutRichText(post.postDetails, room, note)
      takeRoom(text)
      post.postDetails = text.html
      if (text.isCut) remember(post.postID, 'postDetails')
    },
    /** A text that is not for showing stays as the editor wrote it, and says nothing of a cut. */
    cutUnshownText(post: { postID: string; postDetails: string }) {
      if (post.postDetails === '') return
      const { tagDepth: depth, tagLength } = caps
      const text = limitRichText(post.postDetails, { ...room, depth, tagLength })
      takeRoom(text)
      post.postDetails = text.html
      if (text.isCut) remember(post.postID, 'postDetails')
    },
    remember,
    /** The first of the cuts, and how many there are. */
    report: () => ({ cuts, count }),
  }
}

/** The beginning of a plain text, with a sign that it goes on. */
function beginningOf(text: string, most: number) {
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Each run of Latin letters in an Arabic text is an element of the page: so many are an entry's own. */
const runsOfEntry = 4

/** As how many entries one counts. */
function entryCost(entry: Partial<SpecTexts> & { fileTitle?: string }) {
  const { name = '', value = '', unit = '', fileTitle = '' } = entry
  const runs = `${name} ${value} ${unit} ${fileTitle}`.match(latinRuns)?.length ?? 0
  return 1 + Math.floor(runs / (runsOfEntry + 1))
}

const latinRuns = /[A-Za-z0-9µΩ+][^\p{Script=Arabic}]*/gu
