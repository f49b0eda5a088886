import { OtherLanguageLink, LanguageButton } from './language-button'
import { useEffect, type RefObject, useRef } from 'react'
import { useTranslation } from '../language/translation'
import { Link } from 'react-router-dom'
import type { Frame, BrandView } from './frame'
import { addresses } from '../addresses'
import { ContactList, SocialLinks } from '../components/contact'
import type { ContactLinks } from '@site/arabic-text/linked-text'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import { TextIn } from '../language/text-language'
import { QuoteListLink } from '../enquiry/quote-list-link'
import { SearchForm } from '../search/search-form'
import { MainMenu } from './main-menu'

/** Shorter scrolling has no direction, since a finger is never still, px. */
const tolerance = 8

/**
 * Marks the header as hidden while the visitor scrolls down, until they scroll up. The stylesheet
 * hides it only where it is sticky, and never while it is in use.
 */
function useHeaderHiding(header: RefObject<HTMLElement>) {
  useEffect(() => {
    let last = window.scrollY
    function onScroll() {
      const position = window.scrollY
      const element = header.current
      if (!element || Math.abs(position - last) < tolerance) return
      const isDown = position > last && position > element.offsetHeight
      element.toggleAttribute('data-hidden', isDown)
      last = position
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [header])
}

/** A longer name does not fit beside the menu button of a phone. */
const maxOneLine = 14

/** The company's mark and short name, where known. */
function Logo({ mark, name }: { mark: BrandView['mark']; name: string }) {
  const { t } = useTranslation()
  return (
    <>
      {mark && <img className="logo-mark" {...mark} alt="" />}
      <span className="logo-name" data-long={name.length > maxOneLine || undefined}>
        <MixedText text={name || t('menu.home')} />
      </span>
    </>
  )
}

/** Phone, e-mail, address and social links, where available, and the other language's home page. */
function TopBar({
  contact,
  onLanguageSwitch,
}: {
  contact: ContactLinks | null
  onLanguageSwitch: () => void
}) {
  const { t } = useTranslation()
  return (
    <section className="top-bar ink-band" aria-label={t('layout.contactUs')}>
      <div className="top-bar-row container">
        {contact && (
          <>
            <ContactList contact={contact} className="top-bar-contact" />
            <SocialLinks contact={contact} />
          </>
        )}
        <LanguageButton onSwitch={onLanguageSwitch} />
      </div>
    </section>
  )
}

export function SiteHeader({
  frame,
  onLanguageSwitch,
}: {
  frame: Frame | undefined
  onLanguageSwitch: () => void
}) {
  const { t } = useTranslation()
  const name = frame?.siteName ?? ''
  const header = useRef<HTMLElement>(null)
  useHeaderHiding(header)
  return (
    <header ref={header} className="site-header">
      <TopBar contact={frame?.contactLinks ?? null} onLanguageSwitch={onLanguageSwitch} />
      <div className="site-header-bar container">
        <Link
          className="site-logo"
          to={addresses.home()}
          aria-label={name ? t('layout.logo', { name }) : undefined}
        >
          <TextIn
            language={name === frame?.footer?.postTitle ? frame?.footer?.postLanguage : undefined}
          >
            <Logo mark={frame?.brand.mark ?? null} name={name} />
          </TextIn>
        </Link>{' '}
        <SearchForm id="search" label={t('search.site')} shortcut="/" />
        {/* On narrow screens the menu is a popover, which needs no script. */}
        <button type="button" className="menu-button" popovertarget="main-menu">
          <Icon name="menu" />
          <span>{t('layout.menu')}</span>
        </button>{' '}
        <MainMenu
          categories={frame?.productMenu ?? []}
          contact={frame?.contactLinks ?? null}
          onLanguageSwitch={onLanguageSwitch}
        />
        <QuoteListLink />
        <OtherLanguageLink isShort />
      </div>
    </header>
  )
}
