import { partAnchor } from '../addresses'
import { formatDate } from '../language/format'
import { type Article, type Post } from '../content/content.server'
import { createPageBudget } from '../../server/text/page-bytes'
import { type Language, languages } from '../language/languages'
import { keepUnits, ltrClass, splitCodes, splitLtrRuns } from '@site/arabic-text/directions'
import { decodeEntities } from '@site/arabic-text/characters'
import { readingMinutes } from '../posts/list-views'

/**
 * Max. isolated runs in the rich texts of a page. Articles have fewer; more elements would only make the page slow and
 * large.
 */
const maxRuns = 2_000

/** Tags that a run may contain, as in "H<sub>2</sub>O". Any other tag ends a line of text. */
const inlineTag = '\\/?(?:a|b|bdi|code|em|i|s|small|span|strong|sub|sup|u)[\\s>]'
const otherTags = new RegExp(`(<(?!${inlineTag})[^<>]*>)`)
const anyTag = /(<[^<>]*>)/

/** A tag, or text that lies entirely inside or outside a run. */
interface Piece {
  html: string
  /** The text; empty for a tag. */
  text: string
  /** The run that the text belongs to; null for none. */
  run: number | null
  /** 1 for a start tag, -1 for an end tag, 0 for text. */
  depth: 1 | -1 | 0
}

/**
 * Returns a function that keeps the left-to-right runs of sanitised HTML in order, in a text from right to left, and
 * order codes on one line, in one from left to right; and numbers beside their units. Tags and entities stay. All texts
 * passed to it share the page's limit.
 */
export function createIsolator() {
  let remaining = maxRuns

  function isolateLine(line: string) {
    const pieces = piecesOf(line, remaining)
    let html = ''
    let position = 0
    for (const [first, last] of rangesOf(pieces)) {
      if (remaining === 0) break
      remaining -= 1
      html += htmlOf(pieces.slice(position, first)) + bdi(pieces.slice(first, last + 1))
      position = last + 1
    }
    return html + htmlOf(pieces.slice(position))
  }

  function keepCode(part: string, at: number) {
    if (at % 2 === 0 || remaining === 0) return part
    remaining -= 1
    return `<span class="ltr-unbroken">${part}</span>`
  }

  /** Calls a function for each part between tags. */
  const between = (html: string, tags: RegExp, change: (part: string) => string) =>
    html
      .split(tags)
      .map((part, at) => (at % 2 === 1 ? part : change(part)))
      .join('')

  return (html: string, { isRtl }: { isRtl: boolean }) =>
    isRtl
      ? between(html, otherTags, (part) => (remaining === 0 ? part : isolateLine(part)))
      : between(html, anyTag, (part) => splitCodes(keepUnits(part)).map(keepCode).join(''))
}

/** Finds the runs in the text between the tags, and splits it at their boundaries. */
function piecesOf(line: string, limit: number) {
  const sources = line.split(anyTag)
  const texts = sources.map((source, at) => (at % 2 === 0 ? decodeEntities(source) : ''))
  const parts = splitLtrRuns(keepUnits(texts.join('')), limit)
  const pieces: Piece[] = []
  let part = 0
  let used = 0
  for (const [at, source] of sources.entries()) {
    if (at % 2 === 1) {
      pieces.push({ html: source, text: '', run: null, depth: source.startsWith('</') ? -1 : 1 })
    }
    let rest = texts[at]?.length ?? 0
    for (let current = parts[part]; rest > 0 && current; current = parts[part]) {
      const text = current.text.slice(used, used + rest)
      pieces.push({ html: escapeHtml(text), text, run: current.isLtr ? part : null, depth: 0 })
      rest -= text.length
      used += text.length
      if (used === current.text.length) [part, used] = [part + 1, 0]
    }
  }
  return pieces
}

type Range = readonly [first: number, last: number]

/** Returns the pieces of each run, with whole elements only. */
function rangesOf(pieces: Piece[]) {
  const runs = new Map<number, number[]>()
  for (const [at, { run }] of pieces.entries()) {
    if (run === null) continue
    const texts = runs.get(run)
    if (texts) texts.push(at)
    else runs.set(run, [at])
  }
  return [...runs.values()].flatMap((texts): Range[] => {
    const range = wholeElements(pieces, texts[0] ?? 0, texts.at(-1) ?? 0)
    // A run that starts or ends inside an element is isolated in parts.
    return range ? [range] : texts.map((at) => [at, at])
  })
}

/** Extends a range to include adjacent tags that its elements lack; null if those tags are not adjacent. */
function wholeElements(pieces: Piece[], start: number, end: number): Range | null {
  let [first, last, depth, lowest] = [start, end, 0, 0]
  for (const piece of pieces.slice(first, last + 1)) {
    depth += piece.depth
    lowest = Math.min(lowest, depth)
  }
  for (; lowest < 0; lowest += 1) {
    first -= 1
    depth += 1
    if (pieces[first]?.depth !== 1) return null
  }
  for (; depth > 0; depth -= 1) {
    last += 1
    if (pieces[last]?.depth !== -1) return null
  }
  return [first, last]
}

function bdi(run: Piece[]) {
  const className = ltrClass(run.map(({ text }) => text).join(''))
  return `<bdi dir="ltr"${className ? ` class="${className}"` : ''}>${htmlOf(run)}</bdi>`
}

function htmlOf(pieces: Piece[]) {
  return pieces.map(({ html }) => html).join('')
}

/** Escapes a text for HTML. */
export function escapeHtml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A post for its own screen: date formatted, text prepared for the page's direction. */
export interface PostView extends Omit<Post, 'parentID' | 'postDay'> {
  /** The date formatted on the server; empty if there is none. */
  dateText: string
  /** The titles of its text's sections, whose headings have the ids of `partAnchor`. */
  contents: string[]
}

/** The bytes that the titles of a text's sections take in its contents; further sections are not listed. */
const maxContents = 40_000

/** Builds the view of the one post of a page: the headings of its text have ids. */
export function postViewOf(post: Post, language: Language): PostView {
  const view = viewOf(post, language, createIsolator())
  const contents: string[] = []
  const fits = createPageBudget(maxContents)
  const postDetails = view.postDetails.replace(
    /<h2([^<>]*)>(.*?)<\/h2>/gs,
    (heading, own: string, title: string) => {
      const text = decodeEntities(title.replace(/<[^<>]*>/g, ''))
      if (!fits(text)) return heading
      contents.push(text)
      return `<h2${own} id="${partAnchor(contents.length - 1)}">${title}</h2>`
    },
  )
  return { ...view, postDetails, contents }
}

/** Builds the views of all posts of a page, which share one isolator. */
export function postViewsOf(posts: Post[], language: Language): PostView[] {
  const isolate = createIsolator()
  return posts.map((post) => viewOf(post, language, isolate))
}

function viewOf(
  { parentID: _, postDay, ...post }: Post,
  language: Language,
  isolate: ReturnType<typeof createIsolator>,
): PostView {
  const isRtl = languages[post.language ?? language].dir === 'rtl'
  return {
    ...post,
    postDetails: isolate(post.postDetails, { isRtl }),
    dateText: formatDate(postDay, language),
    contents: [],
  }
}

/** An article, with its reading time. */
export interface ArticleView extends PostView {
  wordCount: number
  /** 0 for an article without text. */
  readingMinutes: number
}

export function articleViewOf({ wordCount, ...post }: Article, language: Language): ArticleView {
  return {
    ...postViewOf(post, language),
    wordCount,
    readingMinutes: readingMinutes(wordCount, language),
  }
}
