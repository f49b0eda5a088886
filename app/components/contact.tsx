import type { ElementType, ReactNode } from 'react'
import { useTranslation } from '../language/translation'
import type { TextPart, ContactLinks } from '@site/arabic-text/linked-text'
import { languageAttributes } from '../language/text-language'
import { Icon } from './icon'
import { Ltr, MixedText } from './mixed-text'

/** The phone numbers or e-mails of a field, with an icon; nothing without text. */
export function ContactLink({
  kind,
  parts,
  as: Wrapper = 'span',
}: {
  kind: 'phone' | 'email'
  parts: TextPart[]
  as?: ElementType
}) {
  if (parts.length === 0) return null
  return (
    <Wrapper className="contact-link">
      <LinkedText parts={parts}>
        <ContactIcon kind={kind} />
      </LinkedText>
    </Wrapper>
  )
}

/** An address, linked to its map; nothing without an address. */
export function AddressLink({
  address,
  map,
  as: Wrapper = 'span',
}: {
  address: string
  map: string | null
  as?: ElementType
}) {
  if (address === '') return null
  return (
    <Wrapper className="contact-link">
      <LinkIf href={map}>
        <ContactIcon kind="address" />
        <span>
          <MixedText text={address} />
        </span>
      </LinkIf>
    </Wrapper>
  )
}

/** A text as written, with its links. */
export function LinkedText({
  parts,
  className,
  children,
}: {
  parts: TextPart[]
  /** The class of each link. */
  className?: string
  /** Content before the first part, within its link. */
  children?: ReactNode
}) {
  // Spaces and signs between links follow the page's direction.
  return parts.map(({ text, href }, at) =>
    href || at === 0 ? (
      <LinkIf key={at} href={href} className={className}>
        {at === 0 && children}
        <Written text={text} />
      </LinkIf>
    ) : (
      <span key={at}>{text}</span>
    ),
  )
}

/** A number with Arabic digits. */
const arabicNumber = /(\+?[٠-٩](?:[٠-٩ ()/.-]*[٠-٩])?)/

/**
 * Isolates numbers and addresses left to right; Arabic words around them ("هاتف:") keep their
 * direction.
 */
function Written({ text }: { text: string }) {
  if (!/(?=\p{L})\p{Script=Arabic}/u.test(text)) return <Ltr>{text}</Ltr>
  return (
    <span {...languageAttributes('Ar')}>
      {text
        .split(arabicNumber)
        .map((part, at) =>
          at % 2 === 1 ? (
            <Ltr key={at}>{part}</Ltr>
          ) : (
            <MixedText key={at} text={part} language="Ar" />
          ),
        )}
    </span>
  )
}

function ContactIcon({ kind }: { kind: 'phone' | 'email' | 'address' }) {
  const { t } = useTranslation()
  return (
    <>
      <Icon name={kind} />
      <span className="visually-hidden">{t(`contact.${kind}`)} </span>
    </>
  )
}

/** A link, or plain text without an address. */
function LinkIf({
  href,
  className,
  children,
}: {
  href: string | null | undefined
  className?: string
  children: ReactNode
}) {
  return href ? (
    <a className={className} href={href}>
      {children}
    </a>
  ) : (
    <span>{children}</span>
  )
}

/** Whether a contact has a phone number, an e-mail or an address. */
export function hasContactList({ phone1, email1, adress1 }: ContactLinks) {
  return phone1.length > 0 || email1.length > 0 || adress1 !== ''
}

/** Phone, e-mail and address, as far as they exist; nothing without any. */
export function ContactList({ contact, className }: { contact: ContactLinks; className?: string }) {
  if (!hasContactList(contact)) return null
  return (
    <ul className={className}>
      <ContactLink kind="phone" parts={contact.phone1} as="li" />
      <ContactLink kind="email" parts={contact.email1} as="li" />
      <AddressLink address={contact.adress1} map={contact.mapUrl} as="li" />
    </ul>
  )
}

type SocialKind = 'whatsapp' | 'facebook' | 'tweeter' | 'youtube' | 'instagram' | 'telegram'

/** The kinds shown in header and footer. */
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
  branch = '',
}: {
  contact: ContactLinks
  kinds?: readonly SocialKind[]
  /** The branch that they belong to; empty for the company. */
  branch?: string
}) {
  const { t } = useTranslation()
  const links = socialLinksOf(contact, kinds)
  if (links.length === 0) return null
  return (
    <ul className="social-links" aria-label={t('layout.social')}>
      {links.map(({ kind, href }) => (
        <li key={kind} data-kind={kind}>
          <a href={href} rel="noopener">
            <Icon name={kind} />
            <span className="visually-hidden">
              {t(`social.${kind}`) + (branch && `: ${branch}`)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** List items that open a message to the company in WhatsApp and by e-mail, for the channels it has. */
export function MessageLinks({
  whatsapp,
  email,
}: {
  whatsapp: string | null
  email: string | null
}) {
  const { t } = useTranslation()
  return (
    <>
      {whatsapp && (
        <li>
          <a className="text-link" href={whatsapp} rel="noopener">
            <Icon name="whatsapp" />
            {t('contact.writeOnWhatsapp')}
          </a>
        </li>
      )}
      {email && (
        <li>
          <a className="text-link" href={email}>
            <Icon name="email" />
            {t('contact.writeEmail')}
          </a>
        </li>
      )}
    </>
  )
}
