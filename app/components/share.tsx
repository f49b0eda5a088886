import { isolateRuns, markForSubject } from '@site/arabic-text/directions'
import { MessageLinks } from './contact'
import { useInBrowser } from './hydration'
import { Ltr } from './mixed-text'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from '../language/translation'
import { useLocation } from '@remix-run/react'
import { useFrame } from '../layout/frame'
import { Icon, DrawnIcon } from './icon'
import { inLanguage } from '../language/languages'
import type { ContactLinks } from '@site/arabic-text/linked-text'

/**
 * Returns a page's absolute address in the current language, as in its canonical link.
 * @param path encoded, as in the address, with the query that selects what the page shows
 */
function useCanonicalAddress(path: string) {
  const frame = useFrame()
  return frame ? frame.siteUrl + inLanguage(path, frame.lang) : path
}

/** Maximum length of a text in a link. */
const maxTextLength = 1_500

/**
 * Returns links for messages to the company about a page: with a subject, and the page's address as
 * the text. Each is null if the company lacks the channel.
 * @param path of the page, encoded as in the address
 */
export function useMessageLinks(subject: string, path: string) {
  const contact = useFrame()?.contactLinks
  return messageLinksTo(contact, subject, useCanonicalAddress(path))
}

/** Like `useMessageLinks`, with any text. */
export function messageLinksTo(
  contact: ContactLinks | null | undefined,
  subject: string,
  text: string,
): MessageLinks {
  const email = contact?.email1[0]?.href
  const whatsapp = contact?.whatsapp
  const body = text.length > maxTextLength ? truncate(text) : text
  const search = `subject=${encodeURIComponent(markForSubject(subject))}&body=${encodeURIComponent(body)}`
  return {
    email: email ? `${email}?${search}` : null,
    whatsapp: whatsapp ? withText(whatsapp, `${isolateRuns(subject)}\n${body}`) : null,
  }
}

export interface MessageLinks {
  email: string | null
  whatsapp: string | null
}

/** Sets the message of a number's link; links to channels and groups accept none. */
function withText(href: string, text: string) {
  const [chat] = /^https:\/\/wa\.me\/\d+/.exec(href) ?? []
  return chat ? `${chat}?text=${encodeURIComponent(text)}` : href
}

/** Truncates without splitting a surrogate pair, which could not be encoded. */
function truncate(text: string) {
  return `${text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** List items for messages to the company about this screen, for the channels it has. */
export function MessageItems({
  about,
}: {
  /** The subject: the screen's heading. */
  about: string
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { email, whatsapp } = useMessageLinks(t('contact.subject', { title: about }), pathname)
  return <MessageLinks whatsapp={whatsapp} email={email} />
}

/** Drawn like the icons of Icon. */
const icons = {
  share: 'M12 15V3M7.5 7.5L12 3l4.5 4.5M5 11v10h14V11',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3A4 4 0 0 0 13.3 5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
}

function ShareIcon({ name }: { name: keyof typeof icons }) {
  return <DrawnIcon drawing={{ path: icons[name] }} />
}

/** Copies a text. Where the permission is denied nothing is copied, so no message is shown. */
export function CopyButton({
  text,
  onCopied,
  children,
}: {
  text: () => string
  onCopied: () => void
  children: ReactNode
}) {
  const copy = () => navigator.clipboard.writeText(text()).then(onCopied, () => undefined)
  return (
    <button type="button" className="text-link" onClick={() => void copy()}>
      <ShareIcon name="link" />
      {children}
    </button>
  )
}

export function PrintButton() {
  const { t } = useTranslation()
  return (
    <button type="button" className="text-link" onClick={() => window.print()}>
      <Icon name="file" />
      {t('quote.print')}
    </button>
  )
}

/** How long the "copied" message is shown, ms. */
const copiedMessageMs = 4_000

/**
 * Share links: WhatsApp as a plain link; with script and browser support also the native share
 * dialog and copying the address to the clipboard.
 */
export function Share({
  title,
  path,
}: {
  title: string
  /** The page's path, encoded as in the address. */
  path: string
}) {
  const { t } = useTranslation()
  const address = useCanonicalAddress(path)
  const canShare = useInBrowser(() => 'share' in navigator, false)
  const canCopy = useInBrowser(() => 'clipboard' in navigator, false)
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), copiedMessageMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function share() {
    try {
      await navigator.share({ title: isolateRuns(title), url: address })
    } catch {
      // The visitor cancelled.
    }
  }

  return (
    <div className="share" role="group" aria-labelledby="share-label" data-markdown="skip">
      <p id="share-label" className="share-label">
        {t('share.heading')}
      </p>
      <a
        className="text-link"
        href={`https://wa.me/?text=${encodeURIComponent(`${isolateRuns(title)}\n${address}`)}`}
        rel="noopener"
      >
        <Icon name="whatsapp" />
        {t('social.whatsapp')}
      </a>{' '}
      {canCopy && (
        <CopyButton text={() => address} onCopied={() => setIsCopied(true)}>
          {t('share.copy')}
        </CopyButton>
      )}{' '}
      {canShare && (
        <button type="button" className="text-link" onClick={() => void share()}>
          <ShareIcon name="share" />
          {t('share.more')}
        </button>
      )}
      <p className="share-done" role="status">
        {isCopied && t('share.copied')}
      </p>
    </div>
  )
}

/** The page's address, shown in print only. */
export function PrintedAddress({ path }: { path: string }) {
  const address = useCanonicalAddress(path)
  return (
    <p className="printed-address container" data-markdown="skip">
      <Ltr>{address}</Ltr>
    </p>
  )
}
