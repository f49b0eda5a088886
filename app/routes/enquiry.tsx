import { redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from '../language/translation'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, screens } from '../addresses'
import { branchRowsOf } from '../company/company.server'
import { ContactBranches } from '../company/contact-details'
import { NextSteps } from '../components/bands'
import { ScreenHeading } from '../components/screen-heading'
import { optional } from '../content/content.server'
import { privateLoader, type LoadArgs } from '../content/loaders.server'
import { writtenPost } from '../content/form-post'
import { EnquiryForm } from '../enquiry/form/enquiry-form'
import type { FormState } from '../enquiry/form/enquiry-fields'
import { sendEnquiry } from '../enquiry/form/send-enquiry.server'
import { findSent, revisionOf } from '../enquiry/form/sent-enquiry.server'
import { listViewOf } from '../enquiry/list/quote-lines.server'
import { AddedLine } from '../enquiry/list/added-line'
import { QuoteLineFields } from '../enquiry/list/quote-line-fields'
import { isItemId } from '../enquiry/quote-items'
import { questionOf } from '../site/search.server'
import { pageMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import enquiriesStyles from '../styles/enquiries.css?url'

export const handle = {
  styles: [enquiriesStyles],
  kind: 'private-page',
  query: ['product', 'q', 'revises'],
  post: writtenPost,
} satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, isIndexed: false })

export const loader = privateLoader(screens.enquiry, async ({ content, request, context }) => {
  if (!context.site.enquiries.isOpen) throw redirect(addresses.contact(), 303)
  const [form, branches] = await Promise.all([
    formOf({ content, request, context }),
    optional(content.listBranches()),
  ])
  const heading = content.t(form.revises ? 'enquiry.revise.heading' : 'enquiry.heading')
  return { heading, form, branches: branchRowsOf(branches) }
})

/** Fills the form with the enquiry that it revises, or with the product or the question that led to it. */
async function formOf({ content, request, context }: Omit<LoadArgs<string>, 'params'>) {
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('revises')
  const revised = token === null ? null : await findSent(context, token)
  if (token !== null && revised) return revisionOf({ content, context }, revised, token)
  const id = searchParams.get('product')?.trim() ?? ''
  const items = isItemId(id) ? [{ id, quantity: 1 }] : []
  const { form } = await listViewOf({ content, context }, items)
  // The visitor asks for what the search did not find.
  return { ...form, values: { ...form.values, message: questionOf(request) } }
}

export function action(args: ActionFunctionArgs) {
  return sendEnquiry(args)
}

export default function Enquiry() {
  const { heading, form, branches } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const posted = useActionData<FormState>()
  // The router drops the posted data as soon as a link within the page is followed.
  const [first] = useState({ form, state: posted ?? form })
  const state = form === first.form ? first.state : form
  const { lines, revises } = state
  const [reference = ''] = revises?.split('.') ?? []
  const lead = revises ? t('enquiry.revise.lead', { reference }) : t('enquiry.lead')
  return (
    <>
      <ScreenHeading heading={revises ? t('enquiry.revise.heading') : heading} lead={lead} />
      <div className="article-body container">
        <EnquiryForm state={state} items={lines} heading={t('enquiry.yourDetails')}>
          {lines.length > 0 && <QuoteLineFields lines={lines} action={addresses.enquiry()} />}
          {revises && <AddedLine text={state.added} />}
        </EnquiryForm>
        <div className="article-next">
          <NextSteps heading={t('contact.ask.otherwise')} query={null} />
          <ContactBranches branches={branches} />
        </div>
      </div>
    </>
  )
}
