import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import type { ReactNode } from 'react'
import { addresses } from '../addresses'
import type { TextPart, ContactLinks } from '@site/arabic-text/linked-text'
import type { Branch } from '../content/content.server'
import { Band } from '../components/bands'
import { LinkedText, hasContactList, SocialLinks, socialLinksOf } from '../components/contact'
import { MixedParagraph, MixedText } from '../components/mixed-text'
import { EmptyList } from '../posts/cards'
import { Icon } from '../components/icon'

export interface BranchRow extends Pick<Branch, 'postTitle' | 'language' | 'adress1' | 'phone1'> {
  phones: TextPart[]
  /** The branch's anchor on the first page of branches. */
  anchor: string
}

/**
 * A compact list of branches: name, address and phone number, each linked to the branch's details.
 */
export function ContactBranches({ branches }: { branches: BranchRow[] }) {
  const { t } = useTranslation()
  if (branches.length === 0) return null
  return (
    <Band
      heading={t('branches.heading')}
      all={{ to: addresses.branches(), title: t('contact.allBranches') }}
    >
      <ul className="contact-branches">
        {branches.map(({ anchor, postTitle, adress1, phones, language }) => (
          <li key={anchor}>
            <h3>
              <Link to={`${addresses.branches()}#${encodeURIComponent(anchor)}`} reloadDocument>
                <MixedText text={postTitle} language={language} />
              </Link>
            </h3>
            <MixedParagraph text={adress1} language={language} />
            {phones.length > 0 && (
              <p>
                <LinkedText parts={phones} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Band>
  )
}

const kinds = ['facebook', 'tweeter', 'youtube', 'instagram', 'telegram'] as const

/** The company's available contact channels; a message if there are none. */
export function ContactDetails({ contact }: { contact: ContactLinks }) {
  const { t } = useTranslation()
  const { phone1, whatsapp, email1, adress1, mapUrl } = contact
  const hasChannel = hasContactList(contact) || whatsapp !== null
  if (!hasChannel && socialLinksOf(contact, kinds).length === 0) return <EmptyList />
  return (
    <>
      {hasChannel && (
        <dl>
          {phone1.length > 0 && (
            <Channel icon="phone" name={t('contact.phone')}>
              <span>
                <LinkedText parts={phone1} />
              </span>
            </Channel>
          )}
          {whatsapp && (
            <Channel icon="whatsapp" name={t('social.whatsapp')}>
              <a href={whatsapp} rel="noopener">
                {t('contact.writeOnWhatsapp')}
              </a>
            </Channel>
          )}
          {email1.length > 0 && (
            <Channel icon="email" name={t('contact.email')}>
              <span>
                <LinkedText parts={email1} />
              </span>
            </Channel>
          )}
          {adress1 !== '' && (
            <Channel icon="address" name={t('contact.address')}>
              <span>
                <MixedText text={adress1} />
              </span>{' '}
              {mapUrl && (
                <a className="text-link" href={mapUrl} rel="noopener">
                  {t('contact.map')}
                  <Icon name="arrow" />
                </a>
              )}
            </Channel>
          )}
        </dl>
      )}
      <SocialLinks contact={contact} kinds={kinds} />
    </>
  )
}

function Channel({
  icon,
  name,
  children,
}: {
  icon: 'phone' | 'whatsapp' | 'email' | 'address'
  name: string
  children: ReactNode
}) {
  return (
    <div className="contact-way">
      <dt>
        <Icon name={icon} />
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
