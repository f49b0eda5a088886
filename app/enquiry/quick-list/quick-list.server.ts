import type { LineMatch } from '@site/product-search/types'
import type { OnProgress } from '../../../server/quick-list/list-reader'
import {
  isTitleOfPart,
  questionOf,
  readLine,
  readQuantity,
  type ReadList,
} from '@site/product-search/list'
import { htmlBytes, withEllipsis } from '@site/arabic-text/characters'
import { availabilityWords } from '../../views/availability.server'
import { addresses, variantAddress } from '../../addresses'
import type { Content, LoadContext } from '../../content/content.server'
import { languages } from '../../language/languages'
import { indexFilled, withQuantity } from '../../site/search.server'
import { quantityField } from '../form/enquiry-fields'
import { textIn, withWritten } from '../form/read-enquiry.server'
import type { QuoteLine } from '../list/quote-line'
import { maxQuantity, variantItemId, type QuoteItem } from '../quote-items'
import {
  choiceField,
  columnField,
  shownOf,
  takenOf,
  wordsField,
  type ListChoice,
  type CheckedView,
  type ListEntry,
} from './list-entry'

/** Facts about a list as a whole. */
type ListFacts = Pick<
  CheckedView,
  'left' | 'hidden' | 'quantityColumns' | 'quantityColumn' | 'causes' | 'isShortened'
>

/** A checked list. */
export interface ListView extends ListFacts {
  entries: ListEntry[]
  /** The list as its form carries it, signed. */
  state: string
  /** The position of the line whose words the visitor has just changed. */
  edited?: number
}

export interface ListSource {
  content: Content
  context: LoadContext
}

/** Matches the lines of a list with products; null while too many lists are matched. */
export async function matchList(
  { content, context }: ListSource,
  { lines, ...facts }: ReadList,
  onProgress?: OnProgress,
): Promise<ListView | null> {
  await indexFilled(content).catch(() => undefined)
  const matches = await findProducts({ content, context }, lines, onProgress)
  if (!matches) return null
  const entries = lines.map((line, at) => entryOf(line, matches[at], content))
  return viewOf(context, { entries, ...facts })
}

/**
 * Finds products for lines.
 * @returns undefined for lines that were not searched, or not in all of the catalogue; null while too many lists are
 * matched
 */
async function findProducts(
  { content, context }: ListSource,
  lines: readonly Pick<ReadList['lines'][number], 'isNote' | 'question'>[],
  onProgress?: OnProgress,
) {
  const isPartial = await content.search.lacks('filled')
  const matches = await context.site.quickList.match(lines, content.lang, onProgress)
  if (!isPartial) return matches
  return matches?.map((match) => (match?.state === 'none' ? undefined : match)) ?? null
}

/**
 * Finds the product of one line, as of a quantity and an order code.
 * @returns null if it names none for sure; `busy` while the client, or all of them, ask for too many
 */
export async function findItem(
  source: ListSource,
  text: string,
): Promise<QuoteItem | 'busy' | null> {
  const { quickList } = source.context.site
  const { words, quantity } = readLine(text)
  const line = { isNote: false, question: questionOf(words || text) }
  const matches = quickList.spend(source.context.client) && (await findProducts(source, [line]))
  if (!matches) return 'busy'
  const [match] = matches
  const [hit] = match?.state === 'sure' ? match.choices : []
  if (!hit) return null
  const id = hit.code ? variantItemId(hit.id, hit.code) : hit.id
  return { id, quantity: Math.min(quantity ?? 1, maxQuantity) }
}

type WrittenLine = Pick<
  ListEntry,
  'cells' | 'words' | 'isChanged' | 'quantity' | 'quantityText' | 'quantities' | 'unit'
>

function entryOf(
  { isNote = false, ...line }: WrittenLine & { isNote?: boolean },
  match: LineMatch | undefined,
  content: Content,
): ListEntry {
  const { cells, words, isChanged, quantity, quantityText, quantities, unit } = line
  const written = {
    ...{ cells, words, quantity, quantityText, unit },
    ...(quantities && { quantities }),
    ...(isChanged && { isChanged }),
  }
  if (isNote) return { ...written, state: 'note', choices: [], chosen: null }
  if (!match) return { ...written, state: 'later', choices: [], chosen: null }
  const { state, choices } = match
  const found = choices.map((hit) => choiceOf(hit, content))
  return { ...written, state, choices: found, chosen: state === 'sure' ? 0 : null }
}

function choiceOf(hit: LineMatch['choices'][number], content: Content): ListChoice {
  const { lang: language } = content
  const availability = availabilityWords(content)(hit.availability)
  const { id, code = '', title, image, facts = [], claim, unchecked } = hit
  const conditions = (hit.conditions ?? []).map(withQuantity(language))
  const isSaid = (name: string) => conditions.some(({ spec }) => spec?.name === name)
  return {
    ...{ id, code, title, image, conditions },
    facts: facts
      .filter(({ name }) => !isSaid(name))
      .map(({ name, value, unit }) => `${name}: ${value} ${unit}`.trim()),
    path: code === '' ? addresses.product(id) : variantAddress(id, code),
    ...(unchecked && { unchecked: unchecked.join(languages[language].comma) }),
    ...(availability && { availability }),
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
async function viewOf(context: LoadContext, list: Omit<ListView, 'state'>): Promise<ListView> {
  const longest = Math.max(1, ...list.entries.map(({ choices }) => choices.length))
  for (let most = longest; ; most -= 1) {
    const entries = list.entries.map((entry) => withChoices(entry, most))
    const size = entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
    if (most > 0 && size > maxListBytes) continue
    const isShortened = (list.isShortened || most < longest) && { isShortened: true as const }
    const view = { ...list, entries, ...isShortened }
    const state = await context.site.quickList.sign(view)
    if (most === 0 || size + state.length <= maxListBytes) return { ...view, state }
  }
}

/** Characters of a title where nothing else of a choice fits. */
const shortTitle = 100

/** Returns a line with some of its choices, among them what the visitor takes; with 0, only the title and code of one. */
function withChoices(entry: ListEntry, most: number): ListEntry {
  const { choices, chosen } = entry
  const place = chosen ?? -1
  const taken = choices[place] ?? choices[0]
  if (!taken || choices.length <= most) return entry
  const others = choices.filter((choice) => choice !== taken)
  const kept = place < most ? choices.slice(0, most) : [...others.slice(0, most - 1), taken]
  const isLong = taken.title.length > shortTitle
  const within = chosen === null ? null : Math.min(chosen, Math.max(0, most - 1))
  if (most > 0) return { ...entry, choices: kept, chosen: within }
  const title = isLong ? withEllipsis(taken.title.slice(0, shortTitle).toWellFormed()) : taken.title
  const { claim: _, ...short } = { ...taken, title, facts: [], conditions: [] }
  return { ...entry, choices: [short], chosen: within }
}

/** Estimates the size of a line on its page, bytes: its words are those of a field; changed ones are shown, too. */
function sizeOf(entry: ListEntry) {
  const { cells, words, isChanged } = entry
  const ofChoices = shownOf(entry).map(
    ({ title, code, image, path, facts, conditions, unchecked = '', availability }) => {
      const stated = conditions.flatMap(({ asked, spec }) => [
        asked,
        ...(spec ? [spec.name, spec.value, spec.unit] : []),
      ])
      const stock = availability ? [availability.text, availability.asOf] : []
      const texts = [title, code, image, path, unchecked, ...facts, ...stated, ...stock]
      const count = facts.length + conditions.length + stock.length
      return markupBytes.choice + markupBytes.fact * count + htmlBytes(texts.join(''))
    },
  )
  const texts = htmlBytes(cells.join('')) + htmlBytes(words) * (isChanged ? 2 : 1)
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

/** The text of a field; null for a form without it. */
function textOf(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : null
}

/**
 * Reads a list from its form, with the quantities, choices and words that the visitor has changed. Lines with other
 * words, and those that were not searched yet, are searched; the removed one is left out.
 * @returns null for a form without a list of this site
 */
export async function postedList(source: ListSource, form: FormData): Promise<ListView | null> {
  const { content, context } = source
  const stored = await storedList(textOf(form, 'list') ?? '', context)
  if (!stored) return null
  const column = textOf(form, columnField) ?? stored.quantityColumn
  const isNew = column !== undefined && column !== stored.quantityColumn
  let edited: ListEntry | undefined
  const entries = stored.entries.flatMap((before, at): ListEntry[] => {
    if (before.state === 'note') {
      const isItem = textOf(form, 'item') === String(at)
      return [isItem ? itemOf(before) : before]
    }
    const chosen = isNew ? inColumn(before, column) : before
    const entry = withPosted(chosen, at, form)
    if (entry && entry.words !== before.words) edited ??= entry
    return entry ? [entry] : []
  })
  const facts = { ...stored, ...(column !== undefined && { quantityColumn: column }) }
  const wanted = entries.filter(({ state }) => state === 'later')
  if (wanted.length === 0) return viewOf(context, { ...facts, entries })
  const asked = wanted.map(({ words }) => ({ isNote: false, question: questionOf(words) }))
  const matches = context.site.quickList.spend(context.client)
    ? await findProducts(source, asked)
    : null
  const found = new Map(wanted.map((entry, at) => [entry, matches?.[at]]))
  const searched = entries.map((entry) =>
    found.has(entry) ? entryOf(entry, found.get(entry), content) : entry,
  )
  const view = await viewOf(context, { ...facts, entries: searched })
  return { ...view, ...(edited && { edited: entries.indexOf(edited) }) }
}

/** Makes a note an item, which is to be searched. */
function itemOf(note: ListEntry): ListEntry {
  const text = note.cells.filter((cell) => cell !== '').join(' ')
  const { words, quantity, quantityText, unit } = readLine(text)
  return { ...note, words: words || text, quantity, quantityText, unit, state: 'later' }
}

/** Takes the quantity of a line from the column that the visitor has chosen. */
function inColumn(entry: ListEntry, column: string): ListEntry {
  const text = entry.quantities?.[column]
  return text === undefined ? entry : { ...entry, ...readQuantity(text, entry.unit) }
}

/** Applies the fields of a line; null for a line that is removed. A line with other words is to be searched. */
function withPosted(before: ListEntry, at: number, form: FormData): ListEntry | null {
  if (textOf(form, 'remove') === String(at)) return null
  const { unread: _, ...rest } = before
  const written = textOf(form, quantityField(String(at)))
  const isEmpty = before.quantity === null && (written ?? '').trim() === ''
  const posted = isEmpty
    ? { quantity: null, unread: undefined }
    : withWritten({ id: '', quantity: before.quantity ?? 0 }, written)
  const { quantity, unread } = posted
  // A list may state a quantity of 0 itself.
  if (quantity === 0 && unread === undefined && before.quantity !== 0) return null
  const words = textOf(form, wordsField(at))?.replace(/\s+/g, ' ').trim()
  const isOther = words !== undefined && words !== '' && words !== before.words
  const chosen = Number.parseInt(textOf(form, choiceField(at)) ?? '', 10)
  const isChoice = chosen === -1 || before.choices[chosen] !== undefined
  return {
    ...rest,
    quantity: unread === undefined ? quantity : before.quantity,
    ...(unread !== undefined && { unread }),
    ...(isChoice && { chosen }),
    ...(isOther && {
      words: changedWords(words),
      isChanged: true,
      state: 'later',
      choices: [],
      chosen: null,
    }),
  }
}

/** Marks the quantities that a list does not state, so that its page asks for them. */
export function withMissing(view: ListView): ListView {
  const isMissing = ({ state, quantity, unread }: ListEntry) =>
    state !== 'note' && quantity === null && unread === undefined
  return {
    ...view,
    entries: view.entries.map((entry) => (isMissing(entry) ? { ...entry, unread: '' } : entry)),
  }
}

/**
 * Returns the lines of a list whose signature is no longer valid, as its form has them: words and quantities, in the
 * buyer's order, which is not that of the page.
 */
export function unsignedText(form: FormData) {
  const start = wordsField('')
  const places = [...form.keys()].flatMap((name) =>
    name.startsWith(start) ? name.slice(start.length) : [],
  )
  return places
    .sort((a, b) => Number(a) - Number(b))
    .map((at) => [wordsField(at), quantityField(at)].map((name) => textIn(form, name)).join('\t'))
    .join('\n')
}

/** A line of a list as an enquiry and the page after it show it. */
export type AskedLine = QuoteLine & {
  asked: string
  itemId: string
  /** Set if its quantity is not stated, and left to the company; it is 0 here. */
  isOpen?: true
}

/**
 * Returns the items of a list; one without a product has the buyer's words as its title. Each has the title of its part of
 * the list, such as a floor, as its note.
 */
export function askedLinesOf({ entries }: ListView, { t }: Pick<Content, 't'>): AskedLine[] {
  let part = ''
  return entries.flatMap((entry, at): AskedLine[] => {
    if (entry.state === 'note') {
      const text = entry.cells.filter(Boolean).join(' ')
      if (isTitleOfPart(text)) part = text.replace(/\s*[:：]\s*$/, '')
      return []
    }
    const { words, unit, unread } = entry
    const quantity = entry.quantity ?? 0
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
        ...(entry.quantity === null && unread === undefined && { isOpen: true as const }),
        ...(unread !== undefined && { unread }),
        state: 'found',
        ...{ title, name: title, code, image, path, facts: [] },
        asked,
        ...(part !== '' && { note: part }),
        saleUnit: unit === '' || unit === 'each' ? '' : t(`quickList.units.${unit}`),
        ...(language && { language }),
      },
    ]
  })
}
