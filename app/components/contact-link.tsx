import type { ElementType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { emailHref, isReadable, phoneHref, webHref } from './contact-hrefs'
import { Icon } from './icon'
import { Ltr } from './ltr'
import { MixedText } from './mixed-text'

/**
 * A phone number, an e-mail or an address: shown as written, linked as tel, mailto or map. Nothing if
 * there is nothing to read.
 */
export function ContactLink({
  kind,
  value,
  mapUrl = '',
  as: Wrapper = 'span',
}: {
  kind: 'phone' | 'email' | 'address'
  value: string
  mapUrl?: string
  as?: ElementType
}) {
  const { t } = useTranslation()
  if (!isReadable(value)) return null
  const href = { phone: phoneHref(value), email: emailHref(value), address: webHref(mapUrl) }[kind]
  const text = (
    <>
      <Icon name={kind} />
      <span className="visually-hidden">{t(`contact.${kind}`)} </span>
      {kind === 'address' ? (
        <span>
          <MixedText text={value} />
        </span>
      ) : (
        <Ltr>{value}</Ltr>
      )}
    </>
  )
  return (
    <Wrapper className="contact-link">
      <LinkIf href={href}>{text}</LinkIf>
    </Wrapper>
  )
}

/** A link, or only its text if there is nothing to link to. */
export function LinkIf({
  href,
  className,
  children,
}: {
  href: string | null
  className?: string
  children: ReactNode
}) {
  const Element = href === null ? 'span' : 'a'
  return (
    <Element className={className} href={href ?? undefined}>
      {children}
    </Element>
  )
}
