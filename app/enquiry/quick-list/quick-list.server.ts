import type { LineMatch } from '@site/product-search/types'
import type { ReadList } from '@site/product-search/list'
import { htmlBytes, withEllipsis } from '@site/arabic-text/characters'
import { addresses, variantAddress } from '../../addresses'
import type { Content, LoadContext } from '../../content/content.server'
import type { Language } from '../../language/languages'
import { indexFilled } from '../../site/search.server'
import { quantityField } from '../form/enquiry-fields'
import { textIn, withWritten } from '../form/read-enquiry.server'
import type { QuoteLine } from '../list/quote-line'
import { variantItemId } from '../quote-items'
import {
  choiceField,
  shownOf,
  takenOf,
  wordsField,
  type ListChoice,
  type CheckedView,
  type ListEntry,
} from './list-entry'

/** A checked list. */
export interface ListView extends Pick<CheckedView, 'left' | 'isSearched' | 'isShortened'> {
  entries: ListEntry[]
  /** The list as its form carries it, signed. */
  state: string
}

export interface ListSource {
  content: Content
  context: LoadContext
}

/** Matches the lines of a list with products; null while too many lists are matched. */
export async function matchList(
  { content, context }: ListSource,
  { lines, left }: ReadList,
): Promise<ListView | null> {
  await indexFilled(content).catch(() => undefined)
  const matches = await context.site.quickList.match(lines, content.lang)
  if (!matches) return null
  const entries = lines.map((line, at) => entryOf(line, matches[at], content.lang))
  const isSearched = lines.every(({ isNote }, at) => isNote || matches[at])
  return viewOf(context, { entries, left, isSearched })
}

type WrittenLine = Pick<ListEntry, 'cells' | 'words' | 'isChanged' | 'quantity' | 'unit'>

function entryOf(
  { cells, words, isChanged, quantity, unit, isNote = false }: WrittenLine & { isNote?: boolean },
  match: LineMatch | undefined,
  language: Language,
): ListEntry {
  const written = { cells, words, quantity, unit, ...(isChanged && { isChanged }) }
  if (isNote) return { ...written, state: 'note', choices: [], chosen: -1 }
  const { state = 'none', choices = [] } = match ?? {}
  const found = choices.map((hit) => choiceOf(hit, language))
  return { ...written, state, choices: found, chosen: found.length > 0 ? 0 : -1 }
}

function choiceOf(hit: LineMatch['choices'][number], language: Language): ListChoice {
  const { id, code = '', title, image, conditions = [], facts = [], claim } = hit
  const isSaid = (name: string) => conditions.some(({ spec }) => spec?.name === name)
  return {
    ...{ id, code, title, image, conditions },
    facts: facts
      .filter(({ name }) => !isSaid(name))
      .map(({ name, value, unit }) => `${name}: ${value} ${unit}`.trim()),
    path: code === '' ? addresses.product(id) : variantAddress(id, code),
    ...(claim && { claim }),
    ...(hit.language !== language && { language: hit.language }),
  }
}

/**
 * Max. size of a list on its page, in its lines and in its form, bytes: the limits of lines, choices and their texts
 * would be 15 MB together. And what a line, a choice and each of its facts take besides the texts.
 */
const maxListBytes = 1_600_000
const markupBytes = { line: 1_600, choice: 450, fact: 130 }

/** Signs a list for its form, with as many choices of each line as the page has room for. */
async function viewOf(
  context: LoadContext,
  { left, isSearched, ...list }: Omit<ListView, 'state'>,
): Promise<ListView> {
  const longest = Math.max(1, ...list.entries.map(({ choices }) => choices.length))
  for (let most = longest; ; most -= 1) {
    const entries = list.entries.map((entry) => withChoices(entry, most))
    const size = entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
    if (most > 0 && size > maxListBytes) continue
    const isShortened = (list.isShortened || most < longest) && { isShortened: true as const }
    const view = { entries, left, isSearched, ...isShortened }
    const state = await context.site.quickList.sign(view)
    if (most === 0 || size + state.length <= maxListBytes) return { ...view, state }
  }
}

/** Characters of a title where nothing else of a choice fits. */
const shortTitle = 100

/** Returns a line with some of its choices, among them what the visitor takes; with 0, only the title and code of one. */
function withChoices(entry: ListEntry, most: number): ListEntry {
  const { choices, chosen } = entry
  const taken = choices[chosen] ?? choices[0]
  if (!taken || choices.length <= most) return entry
  const others = choices.filter((choice) => choice !== taken)
  const kept = chosen < most ? choices.slice(0, most) : [...others.slice(0, most - 1), taken]
  const isLong = taken.title.length > shortTitle
  if (most > 0) return { ...entry, choices: kept, chosen: Math.min(chosen, most - 1) }
  const title = isLong ? withEllipsis(taken.title.slice(0, shortTitle).toWellFormed()) : taken.title
  const { claim: _, ...short } = { ...taken, title, facts: [], conditions: [] }
  return { ...entry, choices: [short], chosen: Math.min(chosen, 0) }
}

/** Estimates the size of a line on its page, bytes: its words are also those of a field. */
function sizeOf(entry: ListEntry) {
  const { cells, words } = entry
  const ofChoices = shownOf(entry).map(({ title, code, image, path, facts, conditions }) => {
    const stated = conditions.flatMap(({ asked, spec }) => [
      asked,
      ...(spec ? [spec.name, spec.value, spec.unit] : []),
    ])
    const texts = [title, code, image, path, ...facts, ...stated]
    const count = facts.length + conditions.length
    return markupBytes.choice + markupBytes.fact * count + htmlBytes(texts.join(''))
  })
  const texts = htmlBytes(cells.join('')) + htmlBytes(words)
  return ofChoices.reduce((a, b) => a + b, markupBytes.line + texts)
}

/** Reads the list that a form carries; null without one that this site has made. */
async function storedList(
  state: string,
  context: LoadContext,
): Promise<Omit<ListView, 'state'> | null> {
  // The signature says that this module has written it.
  return (await context.site.quickList.readSigned(state)) as Omit<ListView, 'state'> | null
}

/** Characters of the words that a visitor gives a line; more is prose. */
const maxWordsLength = 300

const changedWords = (words: string) => words.slice(0, maxWordsLength).toWellFormed()

/**
 * Reads a list from its form, with the quantities, choices and words that the visitor has changed. Lines with other
 * words are searched again, and the removed one is left out.
 * @returns null for a form without a list of this site
 */
export async function postedList(source: ListSource, form: FormData): Promise<ListView | null> {
  const { content, context } = source
  const fieldOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
  const stored = await storedList(fieldOf('list') ?? '', context)
  if (!stored) return null
  const removed = fieldOf('remove')
  const changed = new Set<ListEntry>()
  const entries = stored.entries.flatMap((before, at): ListEntry[] => {
    if (before.state === 'note') return [before]
    const { unread: _, ...rest } = before
    const written = fieldOf(quantityField(String(at)))
    const { quantity, unread } = withWritten({ id: '', quantity: before.quantity }, written)
    if (quantity === 0 || removed === String(at)) return []
    const words = fieldOf(wordsField(at))?.replace(/\s+/g, ' ').trim()
    const chosen = Number.parseInt(fieldOf(choiceField(at)) ?? '', 10)
    const isChoice = chosen === -1 || before.choices[chosen] !== undefined
    const entry = {
      ...rest,
      quantity,
      ...(unread !== undefined && { unread }),
      ...(isChoice && { chosen }),
      ...(words &&
        words !== before.words && { words: changedWords(words), isChanged: true as const }),
    }
    if (entry.words !== before.words) changed.add(entry)
    return [entry]
  })
  if (changed.size === 0) return viewOf(context, { ...stored, entries })
  const asked = [...changed].map(({ words }) => context.site.quickList.readWords(words))
  const matches = context.site.quickList.spend(context.client)
    ? await context.site.quickList.match(asked, content.lang)
    : null
  const searched = new Map([...changed].map((entry, at) => [entry, matches?.[at]]))
  return viewOf(context, {
    ...stored,
    entries: entries.map((entry) =>
      searched.has(entry) ? entryOf(entry, searched.get(entry), content.lang) : entry,
    ),
    isSearched: stored.isSearched && [...searched.values()].every(Boolean),
  })
}

/** Returns the lines of a list whose signature is no longer valid, as its form has them: words and quantities. */
export function unsignedText(form: FormData) {
  const start = wordsField('')
  const places = [...form.keys()].flatMap((name) =>
    name.startsWith(start) ? name.slice(start.length) : [],
  )
  return places
    .map((at) => [wordsField(at), quantityField(at)].map((name) => textIn(form, name)).join('\t'))
    .join('\n')
}

/** A line of a list as an enquiry and the page after it show it. */
export type AskedLine = QuoteLine & { asked: string; itemId: string }

/** Returns the items of a list; one without a product has the buyer's words as its title. */
export function askedLinesOf({ entries }: ListView, { t }: Pick<Content, 't'>): AskedLine[] {
  return entries.flatMap((entry, at): AskedLine[] => {
    if (entry.state === 'note') return []
    const { words, quantity, unit, unread } = entry
    const asked = entry.isChanged ? words : entry.cells.filter(Boolean).join(' · ')
    const {
      id = '',
      code = '',
      title = asked,
      image = '',
      path = '',
      language,
    } = takenOf(entry) ?? {}
    return [
      {
        id: String(at),
        itemId: code === '' ? id : variantItemId(id, code),
        quantity,
        ...(unread !== undefined && { unread }),
        state: 'found',
        ...{ title, name: title, code, image, path, facts: [] },
        asked,
        saleUnit: unit === '' || unit === 'each' ? '' : t(`quickList.units.${unit}`),
        ...(language && { language }),
      },
    ]
  })
}
