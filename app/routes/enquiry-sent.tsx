import { redirect, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens, serverAddresses } from '../addresses'
import { ContactBranches } from '../company/contact-details'
import { branchRowsOf } from '../company/company.server'
import { NotFound, optional } from '../content/content.server'
import { parseReference } from '../enquiry/enquiries.server'
import { privateLoader } from '../content/loaders.server'
import { hasSent } from '../enquiry/list/quote-lines.server'
import { EnquirySent } from '../enquiry/form/enquiry-sent'
import { pageMeta } from '../seo/page-meta'

export const handle = { kind: 'private-page' } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, isIndexed: false })

/**
 * Shows no data of the enquiry, since anybody may open the address. Only the browser that sent it is told that it has
 * arrived; every other reference gets the same page, whether the enquiry exists or not.
 */
export const loader = privateLoader(screens.enquirySent, async ({ content, params, request }) => {
  const reference = parseReference(params.reference)
  if (reference === null) throw new NotFound('Not a reference')
  if (reference !== params.reference) throw redirect(serverAddresses.enquirySent(reference), 308)
  const isSender = hasSent(request, reference)
  const branches = await optional(content.listBranches())
  return {
    heading: content.t(isSender ? 'enquiry.sent.heading' : 'enquiry.sent.elsewhereHeading'),
    isSender,
    reference,
    answerTime: content.brand.answerTime?.[content.lang] ?? '',
    branches: branchRowsOf(branches),
  }
})

export default function EnquirySentScreen() {
  const {
    heading,
    isSender,
    reference,
    answerTime: answer,
    branches,
  } = useLoaderData<typeof loader>()
  return (
    <>
      <EnquirySent
        heading={heading}
        isSender={isSender}
        reference={reference}
        answerTime={answer}
        branches={branches}
      />
      <ContactBranches branches={branches} />
    </>
  )
}
