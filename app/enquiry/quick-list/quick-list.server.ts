import type { LineMatch } from '../../../server/search/list/match-line'
import type { ReadList } from '../../../server/quick-list/read-list'
import { addresses, variantAddress } from '../../addresses'
import type { Content, LoadContext } from '../../content/content.server'
import type { Language } from '../../language/languages'
import { indexFilled } from '../../site/search.server'
import { quantityField } from '../form/enquiry-fields'
import { textIn, withWritten } from '../form/read-enquiry.server'
import type { QuoteLine } from '../list/quote-lines.server'
import { variantItemId } from '../quote-items'
import {
  choiceField,
  takenOf,
  wordsField,
  type ListChoice,
  type CheckedView,
  type ListEntry,
} from './list-entry'

/** A checked list. */
export interface ListView extends Pick<CheckedView, 'left' | 'isSearched'> {
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
  const matches = await context.quickList.match(lines, content.lang)
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

function viewOf(context: LoadContext, list: Omit<ListView, 'state'>): ListView {
  const { entries, left, isSearched } = list
  const state = context.quickList.sign({ entries, left, isSearched })
  return { entries, left, isSearched, state }
}

/** Reads the list that a form carries; null without one that this site has made. */
function storedList(state: string, context: LoadContext): Omit<ListView, 'state'> | null {
  // The signature says that this module has written it.
  return context.quickList.readSigned(state) as Omit<ListView, 'state'> | null
}

/** Characters of a line's words; more is prose. */
const maxWordsLength = 300

/**
 * Reads a list from its form, with the quantities, choices and words that the visitor has changed. Lines with other
 * words are searched again, and the removed one is left out.
 * @returns null for a form without a list of this site
 */
export async function postedList(source: ListSource, form: FormData): Promise<ListView | null> {
  const { content, context } = source
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
  const stored = storedList(textOf('list') ?? '', context)
  if (!stored) return null
  const removed = textOf('remove')
  const changed = new Set<ListEntry>()
  const entries = stored.entries.flatMap((before, at): ListEntry[] => {
    if (before.state === 'note') return [before]
    const { unread: _, ...rest } = before
    const written = textOf(quantityField(String(at)))
    const { quantity, unread } = withWritten({ id: '', quantity: before.quantity }, written)
    if (quantity === 0 || removed === String(at)) return []
    const words = textOf(wordsField(at))?.replace(/\s+/g, ' ').trim().slice(0, maxWordsLength)
    const chosen = Number.parseInt(textOf(choiceField(at)) ?? '', 10)
    const isChoice = chosen === -1 || before.choices[chosen] !== undefined
    const entry = {
      ...rest,
      quantity,
      ...(unread !== undefined && { unread }),
      ...(isChoice && { chosen }),
      ...(words &&
        words !== before.words && { words: words.toWellFormed(), isChanged: true as const }),
    }
    if (entry.words !== before.words) changed.add(entry)
    return [entry]
  })
  if (changed.size === 0) return viewOf(context, { ...stored, entries })
  const asked = [...changed].map(({ words }) => context.quickList.readWords(words))
  const matches = context.quickList.spend(context.client)
    ? await context.quickList.match(asked, content.lang)
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
