import { useTranslation } from 'react-i18next'
import { ContactList, hasContactList } from '../components/contact-list'
import { SocialLinks, socialLinksOf } from '../components/social-links'
import type { ContactLinks } from '../content/contact-links.server'
import { OtherLanguageLink } from './other-language-link'

/**
 * Phone, e-mail, address and social links, each only if it exists, and this page in the other
 * language; nothing without any contact.
 */
export function TopBar({ contact }: { contact: ContactLinks }) {
  const { t } = useTranslation()
  if (!hasContactList(contact) && socialLinksOf(contact).length === 0) return null
  return (
    <section className="top-bar ink-band" aria-label={t('layout.contactUs')}>
      <div className="top-bar-row container">
        <ContactList contact={contact} className="top-bar-contact" />
        <SocialLinks contact={contact} />
        <OtherLanguageLink />
      </div>
    </section>
  )
}
