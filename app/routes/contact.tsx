import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { screens } from '../addresses'
import { branchRowsOf } from '../company/company.server'
import { ToQuickList } from '../components/bands'
import { ContactBranches, ContactDetails } from '../company/contact-details'
import { EmptyList } from '../posts/cards'
import { ScreenHeading } from '../components/screen-heading'
import { contactLinksOf } from '@site/arabic-text/linked-text'
import { optional } from '../content/content.server'
import { EnquiryForm } from '../enquiry/form/enquiry-form'
import { sharedFormState } from '../enquiry/list/quote-lines.server'
import { screenLoader } from '../content/loaders.server'
import { contactDescription, pageMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import type { RouteHandle } from '../../server/http/validation/route-table'
import enquiriesStyles from '../styles/enquiries.css?url'

export const handle = { styles: [enquiriesStyles] } satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.heading,
      description: contactDescription(args.data.contactLinks),
    },
  )

export const loader = screenLoader(screens.contact, async ({ content, context }) => {
  const [contact, branches, form] = await Promise.all([
    content.findContact(),
    optional(content.listBranches()),
    context.site.enquiries.isOpen ? sharedFormState(context) : null,
  ])
  // The disk may have room again soon.
  if (form?.takesFiles === false) context.content.dependencies.isPartial = true
  return {
    heading: content.t('contact.heading'),
    contact,
    contactLinks: contact && contactLinksOf(contact, content.phoneCountry),
    branches: branchRowsOf(branches),
    form,
    answerTime: form ? (content.brand.answerTime?.[content.lang] ?? '') : '',
  }
})

export default function ContactScreen() {
  const { heading, contactLinks, branches, form, answerTime } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <ScreenHeading heading={heading} lead={answerTime} />
      <div className="contact-screen container">
        <section>
          {contactLinks ? <ContactDetails contact={contactLinks} /> : <EmptyList />}
        </section>
        {form && (
          <section>
            <EnquiryForm state={form} items={[]} heading={t('enquiry.heading')} />
            <p>
              <ToQuickList />
            </p>
          </section>
        )}
      </div>
      <ContactBranches branches={branches} />
    </>
  )
}
