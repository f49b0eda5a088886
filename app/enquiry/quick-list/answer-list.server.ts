import { json, redirect, type ActionFunctionArgs } from '@remix-run/node'
import type { ListFault } from '../../../server/quick-list/list-reader'
import { joinLists } from '@site/product-search/list'
import { addresses } from '../../addresses'
import {
  contentFor,
  loadContextOf,
  type Content,
  type LoadContext,
} from '../../content/content.server'
import { noStore, readPostedForm, type LoadArgs } from '../../content/loaders.server'
import { availabilityText } from '../../views/availability.server'
import { sendEnquiry } from '../form/send-enquiry.server'
import { keptFilesOf, readEnquiry, readFiles, textIn } from '../form/read-enquiry.server'
import type { FormState } from '../form/enquiry-fields'
import { newFormToken } from '../enquiries.server'
import {
  linesWithoutProducts,
  ownItems,
  quoteHeaders,
  sharedFormState,
} from '../list/quote-lines.server'
import { listSheetResponse, type ListedLine, type Submittal } from '../../sheets/list-sheet.server'
import { submittalIn } from '../list/quote-list-sheet.server'
import { withItem, type QuoteItem } from '../quote-items'
import { tableFile, type TableKind } from '../table-file.server'
import {
  groupOf,
  openField,
  takenOf,
  type CheckedList,
  type CheckedView,
  type ListChoice,
  type ListEntry,
} from './list-entry'
import { enquiryWith, keepFile, sentFileOf, type SentFile } from './sent-file.server'
import { renderLines } from './list-lines.server'
import {
  askedLinesOf,
  matchList,
  postedList,
  unsignedText,
  withMissing,
  type ListSource,
  type ListView,
} from './quick-list.server'

/**
 * Answers a form of the screen: checks a list, changes it, or puts it on the quotation list. What was typed into the
 * enquiry beside it stays. Without any of these actions, the enquiry is sent.
 */
export async function answerList(args: ActionFunctionArgs) {
  const { request } = args
  const context = await loadContextOf(args.context)
  const form = await readPostedForm({ request, context })
  const source = { content: contentFor({ request, context }), context }
  if (!mayAnswer(context, form))
    return refuse(source, form, { fault: 'busy', text: unsignedText(form) })
  const answer = await context.site.quickList.inTurn(async () => {
    const stored = await postedList(source, form)
    return stored && answerPosted(args, source, form, stored)
  })
  return answer ?? checkList(source, form)
}

/** Answers a form that carries a checked list. */
async function answerPosted(
  args: ActionFunctionArgs,
  source: ListSource,
  form: FormData,
  stored: ListView,
) {
  const action = textIn(form, 'action')
  if (action === '' && !form.has('remove') && !form.has('item')) {
    const list = form.has(openField) ? stored : withMissing(stored)
    const sent = await sendEnquiry(args, { form, list })
    if (sent.status === 303) return sent
    const state: FormState = await sent.json()
    const view = await viewOf(source, list)
    const answer: CheckedList = { view, form: { ...state, lines: bareLines(state.lines) } }
    return json(answer, { status: sent.status, headers: sent.headers })
  }
  if (action === 'add') return addToList(source, args.request, form, withMissing(stored))
  return pageOf(source, form, { view: stored })
}

/** Returns the list of a form as a file; where its check has expired, its words are searched again. */
export async function answerListFile({ request, context, content }: LoadArgs<string>) {
  const form = await readPostedForm({ request, context })
  const source = { content, context }
  const isSheet = textIn(form, 'action') === 'pdf' || form.has('sheet')
  const busy = new Response(null, { status: 429, headers: { 'Cache-Control': noStore } })
  if (!mayAnswer(context, form, isSheet ? 1 : postedCost)) return busy
  const stored = await postedList(source, form)
  const mayMatch = stored === null && context.site.quickList.spend(context.client)
  const read = mayMatch ? await context.site.quickList.readText(unsignedText(form)) : null
  const view = read && !('fault' in read) ? await matchList(source, read) : stored
  if (!view) return busy
  if (isSheet) return quickListSheet(source, view, submittalIn(form))
  return fileOf(source, view, textIn(form, 'action') === 'csv' ? 'csv' : 'xlsx')
}

/** A checked list that comes back costs its page: a quarter of a list that is matched. */
const postedCost = 0.25

/** Spends what the answer to a form with a checked list costs; a new list spends when it is matched. */
function mayAnswer(
  { site: { quickList }, client }: LoadContext,
  form: FormData,
  cost = postedCost,
) {
  return !form.has('list') || quickList.spendAgain(client, cost)
}

/** Returns the form with what was sent. A file that cannot be read can be sent again, or with an enquiry. */
async function refuse(
  source: ListSource,
  form: FormData,
  { fault, text, file }: { fault: ListFault; text: string; file?: SentFile | null },
) {
  const status = fault === 'busy' ? 429 : 422
  const kept = file && fault === 'busy' ? keepFile(source, file) : undefined
  const enquiry = file && fault !== 'busy' ? await enquiryWith(source, form, file, text) : undefined
  const answer: CheckedList = {
    ...{ fault, text },
    ...(kept && { file: kept }),
    ...(enquiry && { form: enquiry }),
  }
  return json(answer, { status, headers: { 'Cache-Control': noStore } })
}

async function checkList(source: ListSource, form: FormData) {
  const { client, site } = source.context
  const { quickList } = site
  const written = form.get('lines')
  const restored = unsignedText(form)
  const text = typeof written === 'string' ? written : restored
  const file = await sentFileOf(source, form)
  if (file && 'fault' in file) return refuse(source, form, { fault: file.fault, text })
  if (!quickList.spend(client)) return refuse(source, form, { fault: 'busy', text, file })
  const report = quickList.progress.reporterOf(textIn(form, 'progress'))
  const lists = await Promise.all([
    quickList.readText(text),
    ...(file ? [quickList.readFile(file, report)] : []),
  ])
  const faulty = lists.find((list) => 'fault' in list)
  if (faulty && 'fault' in faulty) {
    return refuse(source, form, { fault: faulty.fault, text, file })
  }
  const read = joinLists(lists.flatMap((list) => ('fault' in list ? [] : [list])))
  if (read.lines.length === 0) return refuse(source, form, { fault: 'empty', text })
  const view = await matchList(source, read, report)
  if (!view) return refuse(source, form, { fault: 'busy', text, file })
  const isFound = view.entries.some(({ state }) => state === 'sure' || state === 'choose')
  if (!isFound && lists.some((list) => 'seemsNoise' in list && list.seemsNoise)) {
    return refuse(source, form, { fault: 'noise', text, file })
  }
  return quickList.inTurn(() =>
    pageOf(source, form, { view, ...(restored !== '' && { isRestored: true }) }),
  )
}

/** Prepares the lines of a list for its page; the page's data only has what is said about them. */
async function viewOf({ content, context }: ListSource, list: ListView): Promise<CheckedView> {
  context.checkedLines = await renderLines(list, content)
  const { entries, state: _, ...facts } = list
  const isUnstated = ({ state, quantity }: ListEntry) => state !== 'note' && quantity === null
  return {
    ...facts,
    counts: (['sure', 'choose', 'later', 'none'] as const).flatMap((state) => {
      const count = entries.filter((entry) => groupOf(entry) === state).length
      return count === 0 ? [] : [{ state, count }]
    }),
    hasProducts: entries.some(({ choices }) => choices.length > 0),
    unstated: {
      count: entries.filter(isUnstated).length,
      first: entries.findIndex(isUnstated),
    },
  }
}

/** Returns what the form needs of its lines: their texts are in the table. */
function bareLines(lines: readonly QuoteItem[]) {
  return linesWithoutProducts(lines.map(({ id, quantity }) => ({ id, quantity })))
}

/** Returns the screen with the list and the enquiry about it. */
async function pageOf(
  source: ListSource,
  form: FormData,
  { view, ...list }: Omit<CheckedList, 'view'> & { view: ListView },
  headers = new Headers(),
) {
  const { content, context } = source
  const { files, errors } = await readFiles(context, form)
  const lines = askedLinesOf(view, content)
  const answer: CheckedList = {
    ...list,
    view: await viewOf(source, view),
    form: {
      ...(await sharedFormState(context)),
      token: textIn(form, 'form') || newFormToken(context),
      values: readEnquiry(form).values,
      files: keptFilesOf(context, files),
      errors,
      lines: bareLines(lines),
    },
  }
  headers.set('Cache-Control', noStore)
  const isUnread = lines.some(({ unread }) => unread !== undefined)
  return json(answer, { status: isUnread ? 422 : 200, headers })
}

/** Puts the products of a list on the visitor's own, as many as it holds. */
async function addToList(source: ListSource, request: Request, form: FormData, view: ListView) {
  const lines = askedLinesOf(view, source.content)
  let items = ownItems(request)
  const count = { added: 0, over: 0, without: 0 }
  const isAsked = lines.some(({ unread }) => unread !== undefined)
  for (const { itemId, quantity, unread } of lines) {
    if (unread !== undefined || quantity === 0) continue
    const longer = itemId === '' ? null : withItem(items, { id: itemId, quantity })
    if (itemId === '') count.without += 1
    else if (longer) count.added += 1
    else count.over += 1
    items = longer ?? items
  }
  const headers = quoteHeaders(source.context, items)
  if (count.over + count.without === 0 && !isAsked) {
    return redirect(addresses.quoteList(), { status: 303, headers })
  }
  return pageOf(source, form, { view, added: count }, headers)
}

/** Returns a list as a PDF: what was asked for, what is offered, and where that differs. */
async function quickListSheet(
  source: ListSource,
  { entries }: ListView,
  submittal: Submittal | null,
) {
  const { t } = source.content
  const lines = entries.flatMap((entry): ListedLine[] => {
    if (entry.state === 'note') return []
    const taken = takenOf(entry)
    const differing = (taken?.conditions ?? []).flatMap(({ asked, state, spec }) => {
      if (state === 'met') return []
      if (!spec) return [t('sheet.notStated', { text: asked })]
      return [`${asked}: ${spec.value} ${spec.unit}`.trim()]
    })
    const deviations = [...differing, ...uncheckedIn(taken, source.content)]
    const isCompared = taken && taken.conditions.length + deviations.length > 0
    return [
      {
        asked: entry.isChanged ? entry.words : entry.cells.filter(Boolean).join(' · '),
        productId: taken?.id ?? '',
        title: taken?.title ?? '',
        code: taken?.code ?? '',
        facts: taken?.facts ?? [],
        quantity: entry.quantity ?? t('quickList.unstated'),
        unit: unitText(entry, source.content),
        note: '',
        deviations: isCompared ? deviations : null,
      },
    ]
  })
  const list = { heading: t('quickList.heading'), lines, path: '' }
  return listSheetResponse(source, list, submittal)
}

/** Says which words of a line were not compared with what is taken for it. */
function uncheckedIn(taken: ListChoice | undefined, { t }: Pick<Content, 't'>) {
  return taken?.unchecked ? [t('quickList.unchecked', { text: taken.unchecked })] : []
}

function unitText({ unit }: Pick<ListEntry, 'unit'>, { t }: Pick<Content, 't'>) {
  return unit === '' || unit === 'each' ? '' : t(`quickList.units.${unit}`)
}

/** Returns a list as a table: the buyer's cells, then what was found for each. */
function fileOf({ content }: ListSource, { entries }: ListView, kind: TableKind) {
  const { t, siteUrl } = content
  const width = Math.max(...entries.map(({ cells }) => cells.length))
  const columns = ['product', 'code', 'quantity', 'unit', 'state', 'conditions', 'address'] as const
  const heading = [
    ...Array.from({ length: width }, (_, at) => (at === 0 ? t('quickList.columns.list') : '')),
    ...columns.map((column) => t(`quickList.columns.${column}`)),
    t('availability.heading'),
  ]
  const rows = entries.map((entry) => {
    const cells = Array.from({ length: width }, (_, at) => entry.cells[at] ?? '')
    if (entry.state === 'note') return cells
    const taken = takenOf(entry)
    const conditions = (taken?.conditions ?? []).map(({ asked, state, spec }) =>
      [asked, state === 'met' ? '✓' : state === 'unmet' ? '✗' : '–', spec?.value, spec?.unit]
        .filter(Boolean)
        .join(' '),
    )
    return [
      ...cells,
      taken?.title ?? '',
      taken?.code ?? '',
      entry.quantity ?? t('quickList.unstated'),
      unitText(entry, content),
      t(`quickList.states.${taken || entry.state !== 'sure' ? entry.state : 'none'}`),
      [...conditions, ...uncheckedIn(taken, content)].join(' · '),
      taken ? siteUrl + taken.path : '',
      availabilityText(taken?.availability),
    ]
  })
  const title = t('quickList.heading')
  return tableFile(content, kind, { name: 'bill-of-quantities', title, table: [heading, ...rows] })
}
