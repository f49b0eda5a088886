import { redirect, type HeadersFunction, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens, serverAddresses } from '../addresses'
import { branchRowsOf } from '../company/company.server'
import { NotFound, optional, type LoadContext } from '../content/content.server'
import { enquiryLink, keepDays, parseReference, type Enquiry } from '../enquiry/enquiries.server'
import { privateLoader } from '../content/loaders.server'
import { hasSent } from '../enquiry/list/quote-lines.server'
import { EnquirySent, type Kept } from '../enquiry/form/enquiry-sent'
import { answerBy, findSent, sentView } from '../enquiry/form/sent-enquiry.server'
import { pageMeta } from '../seo/page-meta'
import type { Language } from '../language/languages'
import { loadStyles } from '../framework/route-styles'
import enquiriesStyles from '../styles/enquiries.css?url'

export const handle = {
  styles: [enquiriesStyles],
  kind: 'private-page',
  query: ['key'],
} satisfies RouteHandle

await loadStyles(handle.styles)

export const headers: HeadersFunction = () => ({
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
})

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageMeta(args, args.data && { title: args.data.heading, isIndexed: false }),
  // A form without its origin is rejected where browsers send no Sec-Fetch-Site, as over HTTP. The origin has no key.
  { name: 'referrer', content: 'strict-origin' },
]

/**
 * Shows what was sent to a visitor with its key. Without one it shows no data of the enquiry, since anybody may open the
 * address: only the browser that sent it is told that it has arrived; every other reference gets the same page, whether
 * the enquiry exists or not.
 */
export const loader = privateLoader(
  screens.enquirySent,
  async ({ content, context, params, request }) => {
    const reference = parseReference(params.reference)
    if (reference === null) throw new NotFound('Not a reference')
    const { search, searchParams } = new URL(request.url)
    if (reference !== params.reference) {
      throw redirect(serverAddresses.enquirySent(reference) + search, 308)
    }
    const isSender = hasSent(request, reference)
    const keys = searchParams.getAll('key')
    const token = `${reference}.${keys.join()}`
    const [found, branches] = await Promise.all([
      keys.length > 0 ? findSent(context, token, isSender) : null,
      optional(content.listBranches()),
    ])
    const kept: Kept | null = found && {
      sent: sentView(content, found),
      link: enquiryLink(context, reference, content.lang),
      keepDays,
      revises: revisedBy(context, found.enquiry, content.lang),
      // By its reference alone: whoever has the older link may not have the newer one.
      revisedBy: found.revisedBy,
      revise: context.site.enquiries.isOpen ? serverAddresses.revision(token) : null,
    }
    return {
      heading: content.t(isSender ? 'enquiry.sent.heading' : 'enquiry.sent.elsewhereHeading'),
      isSender,
      reference,
      answerTime: content.brand.answerTime?.[content.lang] ?? '',
      answerBy: found && isSender ? answerBy(content, found) : '',
      branches: branchRowsOf(branches),
      kept,
    }
  },
)

/** Links to the enquiry that another one revises: whoever has the newer one has had the key of the older one. */
function revisedBy(context: LoadContext, { revises: reference }: Enquiry, language: Language) {
  if (reference === '') return null
  return { reference, link: enquiryLink(context, reference, language) }
}

export default function EnquirySentScreen() {
  return <EnquirySent {...useLoaderData<typeof loader>()} />
}
