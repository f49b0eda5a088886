import {
  listText,
  linesWithoutProducts,
  readLines,
  ownItems,
  sentHeaders,
} from '../list/quote-lines.server'
import type { QuoteLine } from '../list/quote-line'
import { json, redirect, type ActionFunctionArgs } from '@remix-run/node'
import {
  type Content,
  contentFor,
  type LoadContext,
  loadContextOf,
} from '../../content/content.server'
import {
  keepDays,
  EnquiryRefused,
  enquiryLink,
  formTokenOf,
  linkedReference,
  returnedFormToken,
  type Enquiry,
} from '../enquiries.server'
import {
  enquiryFields,
  type EnquiryErrors,
  type EnquiryValues,
  type FormState,
  honeypot,
  type Notice,
  type OtherWays,
} from './enquiry-fields'
import {
  errorsIn,
  hasManyLinks,
  keptFilesOf,
  readEnquiry,
  readFiles,
  type SentEnquiry,
  textIn,
} from './read-enquiry.server'
import type { StoredFile, UploadFault } from '../../../server/uploads/uploads'
import { isolate } from '@site/arabic-text/directions'
import {
  askedLinesOf,
  findItem,
  type AskedLine,
  type ListView,
} from '../quick-list/quick-list.server'
import { addedField, maxAddedLength } from '../list/added-line'
import { parseItems, withItem } from '../quote-items'
import { noStore, readPostedForm } from '../../content/loaders.server'
import { messageLinksTo } from '../../components/share'
import { findContact } from '../../company/company.server'
import { addresses } from '../../addresses'

type Words = Pick<Content, 't' | 'lang'>

/** Formats an enquiry as plain text, to be sent another way. */
function enquiryText({ t, lang }: Words, values: EnquiryValues, lines: QuoteLine[]) {
  const facts = enquiryFields
    .filter((field) => field !== 'message' && values[field] !== '')
    .map((field) => `${t(`enquiry.fields.${field}`)}: ${isolate(values[field], lang)}`)
  const message = values.message
    .split('\n')
    .map((line) => isolate(line, lang))
    .join('\n')
  return [facts.join('\n'), listText({ t, lang }, lines), message]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Statuses by notice; the others are 422. */
const statusOf: Partial<Record<Notice, number>> = { busy: 429, refused: 503 }

const statusOfFile: Partial<Record<UploadFault, number>> = {
  busy: 429,
  quota: 429,
  full: 503,
  unscanned: 503,
}

/** Retry-After of these statuses, seconds. */
const retryAfterS = 60

/** A submission as it was read, with its context. */
interface Submission {
  context: LoadContext
  content: Content
  request: Request
  form: FormData
  /** A buyer's list with its form. */
  list?: ListView
  sent: SentEnquiry
  files: StoredFile[]
  fileErrors: EnquiryErrors
  token: string
  /** The reference of the enquiry that it revises; null for none. */
  revised: string | null
  /** The facts that the form's token states; null if this site did not issue it. */
  opened: ReturnType<typeof formTokenOf>
  lines: (QuoteLine & Partial<AskedLine>)[]
  /** The notice that tells whether a line could be added to its list; null where the visitor has added none. */
  added: Notice | null
}

/** Why the form comes back, and with which of its fields. */
interface Refusal {
  notice: Notice | null
  errors?: EnquiryErrors
  /** A new token makes it another enquiry. */
  isToBeReplaced?: boolean
  /** Set where the visitor has removed a line, and has not sent it yet. */
  isChanged?: boolean
}

/**
 * Handles a submitted enquiry, or removes a line of its list.
 * @param posted a buyer's list with its form, which its screen has read
 * @returns a redirect to its reference, or the form with everything that the visitor wrote
 */
export async function sendEnquiry(
  { request, context: appContext }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  posted?: { form: FormData; list: ListView },
) {
  const context = await loadContextOf(appContext)
  if (!context.site.enquiries.isOpen) return redirect(addresses.contact(), 303)
  const form = posted?.form ?? (await readPostedForm({ request, context }))
  const submission = await readSubmission(context, request, form, posted?.list)
  const { added } = submission
  if (added ?? form.has('remove')) {
    return respondWithForm(submission, { notice: added, isChanged: added !== 'busy' })
  }
  const checked = checkSubmission(submission)
  if ('notice' in checked) return respondWithForm(submission, checked)
  const accepted = await acceptEnquiry(submission, checked.form)
  if (typeof accepted !== 'string') return respondWithForm(submission, accepted)
  return redirectToSent(submission, accepted)
}

async function readSubmission(
  context: LoadContext,
  request: Request,
  form: FormData,
  list?: ListView,
): Promise<Submission> {
  const content = contentFor({ request, context })
  const sent = readEnquiry(form)
  const removed = textIn(form, 'remove')
  sent.items = sent.items.filter(({ id }) => id !== removed)
  const { files, errors: fileErrors } = await readFiles(context, form)
  const token = textIn(form, 'form')
  const opened = formTokenOf(context, token)
  const revised = linkedReference(context, textIn(form, 'revises'))
  const added = list ? null : await addLine({ content, context }, sent, form, opened !== null)
  // Without a valid token the items may be made up, so they cost no content call.
  const lines: Submission['lines'] = list
    ? askedLinesOf(list, content)
    : opened
      ? await readLines({ content, context }, sent.items)
      : linesWithoutProducts(sent.items)
  if (list) sent.items = lines.map((line) => ({ ...line, note: line.asked ?? '' }))
  return {
    ...{ context, content, request, form, sent, files, fileErrors },
    ...{ token, revised, opened, lines, added },
    ...(list && { list }),
  }
}

/** Adds the line of a form's own field to its list. @returns the notice of that; null without a line */
async function addLine(
  source: { content: Content; context: LoadContext },
  sent: SentEnquiry,
  form: FormData,
  isOpened: boolean,
): Promise<Notice | null> {
  const text = textIn(form, addedField).trim()
  if (text === '') return null
  const item = isOpened && text.length <= maxAddedLength ? await findItem(source, text) : null
  if (item === 'busy') return 'busy'
  if (!item) return 'notAdded'
  const items = withItem(sent.items, item)
  if (!items) return 'full'
  sent.items = items
  return 'added'
}

/** @returns the ID of its form, or why it is not accepted */
function checkSubmission(submission: Submission): { form: string } | Refusal {
  const { context, content, form, sent, fileErrors, token, opened } = submission
  const { enquiries, submissionLimit } = context.site

  function reject(notice: Notice, reason: string = notice): Refusal {
    enquiries.countRejectedForm(reason)
    return { notice }
  }

  const errors = { ...errorsIn(sent, content.phoneCountry), ...fileErrors }
  if (Object.keys(errors).length > 0) return { notice: null, errors }
  if (!opened && token === '') return reject('check', 'missing')
  if (!opened) return reject('late', 'foreign')
  if (opened.age !== 'valid') return reject(opened.age)
  if (textIn(form, honeypot) !== '') return reject('honeypot')
  if (!submissionLimit.spend(context.client)) return reject('busy')
  return { form: opened.form }
}

/** @returns its reference, or why it was refused */
async function acceptEnquiry(
  { context, content, sent, files, revised, lines }: Submission,
  form: string,
): Promise<string | Refusal> {
  const { enquiries, submissionLimit } = context.site
  try {
    return await enquiries.submit({
      ...enquiryOf(content, form, sent, lines),
      files,
      revises: revised ?? '',
      mayConfirm: submissionLimit.spendConfirmation(context.client, sent.values.email),
    })
  } catch (failure) {
    if (!(failure instanceof EnquiryRefused)) throw failure
    const isConflict = failure.kind === 'conflict'
    return isConflict ? { notice: 'late', isToBeReplaced: true } : { notice: 'refused' }
  }
}

function redirectToSent({ context, request, form, list, sent }: Submission, reference: string) {
  // The list still holds chosen lines under the ids that they had without an order code.
  const listed = list ? [] : [...sent.items, ...parseItems(textIn(form, 'items'))]
  const left = ownItems(request).filter(({ id }) => listed.every((item) => item.id !== id))
  return redirect(enquiryLink(context, reference), {
    status: 303,
    headers: sentHeaders(context, left, reference),
  })
}

async function respondWithForm(
  { context, content, form, sent, files, token, revised, opened, lines, added }: Submission,
  { notice, errors = {}, isToBeReplaced = false, isChanged = false }: Refusal,
) {
  const [refused] = errors.files ?? []
  const ofFault = (notice ? statusOf[notice] : refused && statusOfFile[refused.fault]) ?? 422
  const status = isChanged ? 200 : ofFault
  const isUsable = opened !== null && opened.age !== 'late' && !isToBeReplaced
  const state: FormState = {
    token: isUsable ? token : returnedFormToken(context),
    values: sent.values,
    errors,
    notice,
    lines,
    files: keptFilesOf(context, files),
    takesFiles: !(await context.site.uploadStore.isFull()),
    keepDays,
    ...(revised && { revises: textIn(form, 'revises') }),
    ...(added && added !== 'added' && { added: textIn(form, addedField) }),
    ...(notice && statusOf[notice] && { otherWays: await otherWaysOf(content, sent, lines) }),
  }
  const headers = {
    'Cache-Control': noStore,
    ...(status > 422 && { 'Retry-After': String(retryAfterS) }),
  }
  return json(state, { status, headers })
}

async function otherWaysOf(
  content: Content,
  { values }: SentEnquiry,
  lines: QuoteLine[],
): Promise<OtherWays> {
  const { t } = content
  const { contactLinks: contact } = await findContact(content)
  const text = enquiryText(content, values, lines)
  return {
    ...messageLinksTo(contact, t('enquiry.heading'), text),
    phone: contact?.phone1 ?? [],
    text,
  }
}

function enquiryOf(
  { lang, siteUrl }: Content,
  form: string,
  sent: SentEnquiry,
  lines: (QuoteLine & Partial<AskedLine>)[],
): Omit<Enquiry, 'files' | 'revises' | 'mayConfirm'> {
  return {
    form,
    language: lang,
    ...sent.values,
    items: lines.map(({ id, itemId = id, note = '', asked = '', isOpen, path, ...line }) => ({
      id: itemId,
      title: line.title,
      code: line.code,
      quantity: isOpen ? null : line.quantity,
      saleUnit: line.saleUnit,
      note,
      asked,
      url: path && siteUrl + path,
    })),
    hasManyLinks: hasManyLinks(sent),
  }
}
