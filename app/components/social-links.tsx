import { useTranslation } from 'react-i18next'
import type { ContactLinks } from '../content/contact-links.server'
import { Icon } from './icon'

type SocialKind = 'whatsapp' | 'facebook' | 'tweeter' | 'youtube' | 'instagram' | 'telegram'

/** Those of header and footer. */
const siteKinds = ['whatsapp', 'facebook', 'tweeter', 'instagram', 'youtube'] as const

/** The valid links among a contact's social media. */
export function socialLinksOf(contact: ContactLinks, kinds: readonly SocialKind[] = siteKinds) {
  return kinds.flatMap((kind) => {
    const href = contact[kind]
    return href ? [{ kind, href }] : []
  })
}

/** Links to the company's social media pages, each shown only if it is valid. */
export function SocialLinks({
  contact,
  kinds,
}: {
  contact: ContactLinks
  kinds?: readonly SocialKind[]
}) {
  const { t } = useTranslation()
  const links = socialLinksOf(contact, kinds)
  if (links.length === 0) return null
  return (
    <ul className="social-links" aria-label={t('layout.social')}>
      {links.map(({ kind, href }) => (
        <li key={kind} data-kind={kind}>
          <a href={href} rel="noopener" aria-label={t(`social.${kind}`)}>
            <Icon name={kind} />
          </a>
        </li>
      ))}
    </ul>
  )
}
