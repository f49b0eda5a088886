import { json, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { noStore } from '../../content/cache-policy.server'
import { messageLinksTo } from '../../components/message-links'
import { findContact } from '../../content/contact-links.server'
import { contentFor, type Content } from '../../content/content.server'
import {
  enquiryKeepDays,
  EnquiryRefused,
  formTokenOf,
  hasEnquiries,
  mayConfirm,
  mayEnquire,
  returnedFormToken,
  submitEnquiry,
  type Enquiry,
} from '../../content/enquiries.server'
import { addresses, serverAddresses } from '../../addresses'
import { ownItems, sentHeaders } from '../list/quote-cookies.server'
import {
  hasMissing,
  linesWithoutProducts,
  readLines,
  type QuoteLine,
} from '../list/quote-lines.server'
import { readPostedForm } from '../../content/posted-form.server'
import type { EnquiryErrors } from './enquiry-fields'
import { enquiryText } from '../enquiry-text.server'
import { trapField, type FormState, type Notice, type OtherWays } from './form-state'
import {
  errorsIn,
  hasManyLinks,
  readEnquiry,
  textIn,
  type SentEnquiry,
} from './read-enquiry.server'

/** Statuses of forms that were not accepted; the others are 422. */
const statusOf: Partial<Record<Notice, number>> = { busy: 429, refused: 503 }

/** How long a visitor should wait after that, seconds. */
const retryAfterS = 60

/**
 * Receives an enquiry.
 * @returns a redirect to its reference, or the form with everything that the visitor wrote
 */
export async function sendEnquiry(args: ActionFunctionArgs) {
  if (!hasEnquiries()) return redirect(addresses.contact(), 303)
  const form = await readPostedForm(args.request)

  const content = contentFor(args)
  const sent = readEnquiry(form)
  const token = textIn(form, 'form')
  const opened = formTokenOf(token)
  // Without a token of the site's the items may be made up, and cost no content call.
  const lines = opened ? await readLines(content, sent.items) : linesWithoutProducts(sent.items)
  if (hasMissing(lines)) args.context.onMissingPost?.()

  async function formAgain(
    notice: Notice | null,
    {
      errors = {},
      isToBeReplaced = false,
    }: { errors?: EnquiryErrors; isToBeReplaced?: boolean } = {},
  ) {
    const status = (notice && statusOf[notice]) ?? 422
    const { values } = sent
    const isUsable = opened !== null && opened.age !== 'late' && !isToBeReplaced
    const state: FormState = {
      token: isUsable ? token : returnedFormToken(),
      values,
      errors,
      notice,
      lines,
      keepDays: enquiryKeepDays(),
      ...(notice && statusOf[notice] && { otherWays: await otherWaysOf(content, sent, lines) }),
    }
    const headers = {
      'Cache-Control': noStore,
      ...(status !== 422 && { 'Retry-After': String(retryAfterS) }),
    }
    return json(state, { status, headers })
  }

  const errors = errorsIn(sent, content.phoneCountry)
  if (Object.keys(errors).length > 0) return formAgain(null, { errors })
  if (!opened) return formAgain(token === '' ? 'check' : 'late')
  if (opened.age !== 'valid') return formAgain(opened.age)
  if (textIn(form, trapField) !== '') return formAgain('hidden')
  const client = args.context.client ?? null
  if (!mayEnquire(client)) return formAgain('busy')

  try {
    const reference = await submitEnquiry({
      ...enquiryOf(content, opened.form, sent, lines),
      mayConfirm: mayConfirm(client, sent.values.email),
    })
    const left = ownItems(args.request).filter(({ id }) =>
      sent.items.every((item) => item.id !== id),
    )
    return redirect(serverAddresses.enquirySent(reference), {
      status: 303,
      headers: sentHeaders(left, reference),
    })
  } catch (failure) {
    if (!(failure instanceof EnquiryRefused)) throw failure
    // With a new token it is another enquiry.
    return failure.kind === 'conflict'
      ? await formAgain('late', { isToBeReplaced: true })
      : await formAgain('refused')
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
  lines: QuoteLine[],
): Omit<Enquiry, 'mayConfirm'> {
  return {
    form,
    language: lang,
    ...sent.values,
    items: lines.map(({ id, title, code, quantity, note = '', path }) => ({
      id,
      title,
      code,
      quantity,
      note,
      url: path && siteUrl + path,
    })),
    hasManyLinks: hasManyLinks(sent),
  }
}
