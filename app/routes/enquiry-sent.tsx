import { redirect, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RouteHandle } from '../../server/http/validation/route-handle.ts'
import { screens, serverAddresses } from '../addresses'
import { ContactBranches } from '../company/contact-branches'
import { branchRowsOf } from '../company/branch-rows.server'
import { answerTime } from '../content/brand.server'
import { NotFound, optional } from '../content/content.server'
import { parseReference } from '../content/enquiries.server'
import { privateLoader } from '../content/loaders.server'
import { EnquirySent } from '../enquiry/form/enquiry-sent'
import { pageMeta } from '../seo/page-meta'

export const handle = { kind: 'private-page' } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, isIndexed: false })

/** Shows nothing of the enquiry: anybody may open the address. */
export const loader = privateLoader(screens.enquirySent, async ({ content, params }) => {
  const reference = parseReference(params.reference)
  if (reference === null) throw new NotFound('Not a reference')
  if (reference !== params.reference) throw redirect(serverAddresses.enquirySent(reference), 308)
  const branches = await optional(content.listBranches())
  return {
    heading: content.t('enquiry.sent.heading'),
    reference,
    answerTime: answerTime(content.lang),
    branches: branchRowsOf(branches),
  }
})

export default function EnquirySentScreen() {
  const { heading, reference, answerTime: answer, branches } = useLoaderData<typeof loader>()
  return (
    <>
      <EnquirySent
        heading={heading}
        reference={reference}
        answerTime={answer}
        branches={branches}
      />
      <ContactBranches branches={branches} />
    </>
  )
}
