import { useRouteLoaderData } from '@remix-run/react'
import { Link } from 'react-router-dom'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { useMessageLinks } from '../components/message-links'
import type { LinkItem } from '../content/cards.server'
import { AddToList, enquiryQuery } from '../enquiry/add-to-list'
import type { Frame } from '../layout/frame'

/**
 * What leads to a quotation: the form that puts the product on the list, a link to the enquiry form, a
 * WhatsApp message. Where the site takes no enquiries, an e-mail that already names the product; without a
 * company e-mail address, a link to the contact screen.
 */
export function QuotationLinks({
  post,
  path,
  children,
}: {
  post: LinkItem
  path: string
  /** Further links. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const { email, whatsapp } = useMessageLinks(
    t('product.askSubject', { title: post.postTitle }),
    path,
  )
  const hasEnquiries = useRouteLoaderData<Frame>('root')?.hasEnquiries
  const form = addresses.enquiry() + enquiryQuery(post.postID)
  return (
    <div className="quotation-links" data-markdown="skip">
      <AddToList key={post.postID} post={post} />
      {email && !hasEnquiries ? (
        <a className="button" href={email}>
          {t('product.ask')}
        </a>
      ) : (
        <Link className="button" to={hasEnquiries ? form : addresses.contact()}>
          {t('product.ask')}
        </Link>
      )}
      {whatsapp && (
        <a className="text-link" href={whatsapp} rel="noopener">
          <Icon name="whatsapp" />
          {t('product.askOnWhatsapp')}
        </a>
      )}
      {children}
    </div>
  )
}
