import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from '../language/translation'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, screens } from '../addresses'
import { ScreenHeading } from '../components/screen-heading'
import { privateLoader } from '../content/loaders.server'
import { listPost } from '../content/form-post'
import { EnquiryForm } from '../enquiry/form/enquiry-form'
import { useFrame } from '../layout/frame'
import { answerList } from '../enquiry/quick-list/answer-list.server'
import type { CheckedList } from '../enquiry/quick-list/list-entry'
import { ListSummary, ListTable, SearchOnEnter } from '../enquiry/quick-list/list-table'
import { AddedNotice, ListForm, SendFile } from '../enquiry/quick-list/list-form'
import { pageMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import enquiriesStyles from '../styles/enquiries.css?url'

export const handle = {
  styles: [enquiriesStyles],
  kind: 'private-page',
  htmlOnly: true,
  post: listPost,
} satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, isIndexed: false })

export const loader = privateLoader(screens.quickList, ({ content }) => ({
  heading: content.t('quickList.heading'),
}))

export function action(args: ActionFunctionArgs) {
  return answerList(args)
}

/** The element id of the list's form. */
const formId = 'checked-list'

export default function QuickListScreen() {
  const { heading } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const hasForm = useFrame()?.hasEnquiries
  const posted = useActionData<CheckedList>()
  // The router drops the posted data as soon as a link within the page is followed.
  const [first] = useState(posted)
  const { view, fault, text, file, added, isRestored, form } = posted ?? first ?? {}
  if (!view || !form) {
    return (
      <>
        <ScreenHeading heading={heading} lead={t('quickList.lead')} />
        <div className="container quick-list">
          <ListForm fault={fault} text={text} file={file} isSendable={form !== undefined} />
          {form && <SendFile form={form} />}
        </div>
      </>
    )
  }
  return (
    <>
      <ScreenHeading heading={heading} lead={t('quickList.checkedLead')}>
        {added && <AddedNotice added={added} />}
        {isRestored && <p role="status">{t('quickList.restored')}</p>}
        <ListSummary view={view} form={formId} />
      </ScreenHeading>
      <div className="container quick-list">
        {hasForm ? (
          <EnquiryForm
            id={formId}
            state={form}
            items={form.lines}
            heading={t('enquiry.forItems')}
            action={addresses.quickList()}
            enter={<SearchOnEnter />}
          >
            <ListTable view={view} />
          </EnquiryForm>
        ) : (
          <form
            id={formId}
            method="post"
            encType="multipart/form-data"
            action={addresses.quickList()}
          >
            <ListTable view={view} />
          </form>
        )}
      </div>
    </>
  )
}
