import {
  listText,
  linesWithoutProducts,
  readLines,
  ownItems,
  sentHeaders,
} from '../list/quote-lines.server'
import type { QuoteLine } from '../list/quote-line'
import { json, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { type Content, contentFor, loadContextOf } from '../../content/content.server'
import {
  keepDays,
  EnquiryRefused,
  formTokenOf,
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
import type { UploadFault } from '../../../server/uploads/uploads'
import { isolate } from '@site/arabic-text/directions'
import { askedLinesOf, type AskedLine, type ListView } from '../quick-list/quick-list.server'
import { parseItems } from '../quote-items'
import { noStore, readPostedForm } from '../../content/loaders.server'
import { messageLinksTo } from '../../components/share'
import { findContact } from '../../company/company.server'
import { addresses, serverAddresses } from '../../addresses'

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

/**
 * Handles a submitted enquiry.
 * @param posted a buyer's list with its form, which its screen has read
 * @returns a redirect to its reference, or the form with everything that the visitor wrote
 */
export async function sendEnquiry(
  { request, context: ofHost }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  posted?: { form: FormData; list: ListView },
) {
  const context = await loadContextOf(ofHost)
  const { client, site } = context
  const { enquiries, submissionLimit, uploadStore } = site
  if (!enquiries.isOpen) return redirect(addresses.contact(), 303)
  const form = posted?.form ?? (await readPostedForm({ request, context }))

  const content = contentFor({ request, context })
  const sent = readEnquiry(form)
  const { files, errors: fileErrors } = await readFiles(context, form)
  const token = textIn(form, 'form')
  const opened = formTokenOf(context, token)
  // Without a valid token the items may be made up, so they cost no content call.
  const list = posted?.list
  const lines: (QuoteLine & Partial<AskedLine>)[] = list
    ? askedLinesOf(list, content)
    : opened
      ? await readLines({ content, context }, sent.items)
      : linesWithoutProducts(sent.items)
  if (list) sent.items = lines.map((line) => ({ ...line, note: line.asked ?? '' }))

  async function respondWithForm(
    notice: Notice | null,
    {
      errors = {},
      isToBeReplaced = false,
    }: { errors?: EnquiryErrors; isToBeReplaced?: boolean } = {},
  ) {
    const [refused] = errors.files ?? []
    const status = (notice ? statusOf[notice] : refused && statusOfFile[refused.fault]) ?? 422
    const { values } = sent
    const isUsable = opened !== null && opened.age !== 'late' && !isToBeReplaced
    const state: FormState = {
      token: isUsable ? token : returnedFormToken(context),
      values,
      errors,
      notice,
      lines,
      files: keptFilesOf(context, files),
      takesFiles: !(await uploadStore.isFull()),
      keepDays,
      ...(notice && statusOf[notice] && { otherWays: await otherWaysOf(content, sent, lines) }),
    }
    const headers = {
      'Cache-Control': noStore,
      ...(status !== 422 && { 'Retry-After': String(retryAfterS) }),
    }
    return json(state, { status, headers })
  }

  function rejectForm(notice: Notice, reason: string = notice) {
    enquiries.countRejectedForm(reason)
    return respondWithForm(notice)
  }

  const errors = { ...errorsIn(sent, content.phoneCountry), ...fileErrors }
  if (Object.keys(errors).length > 0) return respondWithForm(null, { errors })
  if (!opened && token === '') return rejectForm('check', 'missing')
  if (!opened) return rejectForm('late', 'foreign')
  if (opened.age !== 'valid') return rejectForm(opened.age)
  if (textIn(form, honeypot) !== '') return rejectForm('honeypot')
  if (!submissionLimit.spend(client)) return rejectForm('busy')

  try {
    const reference = await enquiries.submit({
      ...enquiryOf(content, opened.form, sent, lines),
      files,
      mayConfirm: submissionLimit.spendConfirmation(client, sent.values.email),
    })
    // The list still holds chosen lines under the ids that they had without an order code.
    const listed = list ? [] : [...sent.items, ...parseItems(textIn(form, 'items'))]
    const left = ownItems(request).filter(({ id }) => listed.every((item) => item.id !== id))
    return redirect(serverAddresses.enquirySent(reference), {
      status: 303,
      headers: sentHeaders(context, left, reference),
    })
  } catch (failure) {
    if (!(failure instanceof EnquiryRefused)) throw failure
    // A new token makes it another enquiry.
    return failure.kind === 'conflict'
      ? await respondWithForm('late', { isToBeReplaced: true })
      : await respondWithForm('refused')
  }
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
): Omit<Enquiry, 'files' | 'mayConfirm'> {
  return {
    form,
    language: lang,
    ...sent.values,
    items: lines.map(({ id, itemId = id, note = '', asked = '', path, ...line }) => ({
      id: itemId,
      title: line.title,
      code: line.code,
      quantity: line.quantity,
      saleUnit: line.saleUnit,
      note,
      asked,
      url: path && siteUrl + path,
    })),
    hasManyLinks: hasManyLinks(sent),
  }
}
