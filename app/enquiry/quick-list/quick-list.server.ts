import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { LineMatch } from '../../server/search/list/match-line'
import type { ListFault, QuickList } from '../../server/quick-list/quick-list'
import { readClaim, signClaim } from '../../server/signatures'
import { variantAddress, addresses } from '../addresses'
import { withWritten } from '../enquiry/form/send-enquiry.server'
import { quantityField } from '../enquiry/form/enquiry-fields'
import type { QuoteLine } from '../enquiry/list/quote-lines.server'
import { variantItemId } from '../enquiry/quote-items'
import { indexFilled } from '../site/search.server'
import type { Content, LoadContext } from '../content/content.server'
import type { Language } from '../language/languages'
import {
  choiceField,
  type ListChoice,
  type ListEntry,
  type ListView,
  wordsField,
} from './list-entry'

type ReadLines = Extract<Awaited<ReturnType<QuickList['readFile']>>, { lines: unknown }>
type Source = { content: Content; context: LoadContext }

/** A list before its lines are searched, or why it is not read. */
export type Posted = ReadLines | { fault: ListFault }

/** Matches the lines of a list with products. */
export async function matched(
  { content, context }: Source,
  read: ReadLines,
): Promise<ListView | null> {
  await indexFilled(content).catch(() => undefined)
  const matches = await context.quickList.match(read.lines, content.lang)
  if (!matches) return null
  const entries = read.lines.map(({ question: _, hasQuantity: __, ...line }, at) =>
    entryOf(line, matches[at], content.lang),
  )
  const isSearched = read.lines.every(({ isNote }, at) => isNote || matches[at])
  return viewOf(context, entries, { left: read.left, isSearched })
}

type WrittenLine = Pick<ListEntry, 'cells' | 'number' | 'words' | 'quantity' | 'unit'>

function entryOf(
  { cells, number, words, quantity, unit, isNote }: WrittenLine & { isNote: boolean },
  match: LineMatch | undefined,
  language: Language,
): ListEntry {
  const written = { cells, number, words, quantity, unit }
  if (isNote) return { ...written, state: 'note', choices: [], chosen: -1 }
  const { state = 'none', choices = [] } = match ?? {}
  const found = choices.map((hit) => choiceOf(hit, language))
  return { ...written, state, choices: found, chosen: found.length > 0 ? 0 : -1 }
}

function choiceOf(hit: LineMatch['choices'][number], language: Language): ListChoice {
  const { id, code = '', title, image, conditions = [] } = hit
  return {
    ...{ id, code, title, image, conditions },
    path: code === '' ? addresses.product(id) : variantAddress(id, code),
    ...(hit.language !== language && { language: hit.language }),
  }
}

/** Completes the view of a list with what its form carries. */
function viewOf(
  { config }: LoadContext,
  entries: ListEntry[],
  rest: Pick<ListView, 'left' | 'isSearched'>,
): ListView {
  const state = deflateRawSync(JSON.stringify({ entries, ...rest })).toString('base64url')
  return { entries, ...rest, claim: signClaim(`list.${state}`, config.secret) }
}

/** Reads the list that a form carries; null without one that this site has made. */
function storedList(claim: string, { config }: LoadContext): Omit<ListView, 'claim'> | null {
  const [kind, state = ''] = readClaim(claim, config.secret)?.split('.') ?? []
  if (kind !== 'list') return null
  // The signature says that this module has written it.
  return JSON.parse(inflateRawSync(Buffer.from(state, 'base64url')).toString()) as ListView
}

/**
 * Reads a list from its form, with the quantities, choices and words that the visitor has changed. Lines with other
 * words are searched again, and the removed one is left out.
 * @returns null for a form without a list of this site
 */
export async function postedList(source: Source, form: FormData): Promise<ListView | null> {
  const { content, context } = source
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
  const stored = storedList(textOf('list') ?? '', context)
  if (!stored) return null
  const removed = textOf('remove')
  const entries = stored.entries.map((entry, at): ListEntry & { isChanged?: boolean } => {
    if (entry.state === 'note') return entry
    const { quantity, unread } = withWritten(
      { id: '', quantity: entry.quantity },
      textOf(quantityField(String(at))),
    )
    const { unread: _, ...rest } = entry
    const words = textOf(wordsField(at))?.replace(/\s+/g, ' ').trim().slice(0, maxWordsLength)
    const chosen = Number.parseInt(textOf(choiceField(at)) ?? '', 10)
    const isChosen = chosen === -1 || entry.choices[chosen] !== undefined
    return {
      ...rest,
      quantity,
      ...(unread !== undefined && { unread }),
      ...(isChosen && { chosen }),
      ...(words && words !== entry.words && { words, isChanged: true }),
    }
  })
  const left = entries.filter(({ quantity }, at) => String(at) !== removed && quantity > 0)
  const changed = left.filter(({ isChanged }) => isChanged)
  const questions = changed.map(({ words }) => ({
    isNote: false,
    question: context.quickList.questionOf(words),
  }))
  const matches = changed.length > 0 ? await context.quickList.match(questions, content.lang) : []
  const list = left.map(({ isChanged, ...entry }) => {
    const match = isChanged && matches?.[changed.findIndex(({ words }) => words === entry.words)]
    return match ? entryOf({ ...entry, isNote: false }, match, content.lang) : entry
  })
  return viewOf(context, list, stored)
}

/** Characters of a line's words; more is prose. */
const maxWordsLength = 300

/** What a visitor takes of a line; undefined if nothing is found, or what is found is not meant. */
export function takenOf({ choices, chosen }: ListEntry): ListChoice | undefined {
  return choices[chosen]
}

/** A list as lines of an enquiry; a line without a product keeps the buyer's words as its title. */
export function quoteLinesOf({ entries }: Pick<ListView, 'entries'>, { t }: Pick<Content, 't'>) {
  return entries.flatMap((entry, at): (QuoteLine & { asked: string })[] => {
    if (entry.state === 'note') return []
    const taken = takenOf(entry)
    const { words, quantity, unit, unread, number } = entry
    const { id = '', code = '', title = words, image = '', path = '', language } = taken ?? {}
    const asked = [number, words].filter((part) => part !== '').join(' ')
    return [
      {
        id: String(at),
        itemId: id && code ? variantItemId(id, code) : id,
        quantity,
        ...(unread !== undefined && { unread }),
        state: 'found',
        ...{ title, code, image, path, asked },
        name: title,
        facts: [],
        saleUnit: unit === '' || unit === 'each' ? '' : t(`quickList.units.${unit}`),
        ...(language && { language }),
      },
    ]
  })
}
