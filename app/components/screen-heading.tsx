import { PageTitle } from './post-text'
import { type Pictured, Picture } from './pictures/picture'
import type { ReactNode } from 'react'
import { useTranslation } from '../language/translation'
import { Link } from 'react-router-dom'
import { MixedText, MixedParagraph } from './mixed-text'
import type { Language } from '../language/languages'
import { useTextLanguage } from '../language/text-language'
import { addresses } from '../addresses'
import { Icon } from './icon'

/** The head of a screen: breadcrumbs, heading, and a lead sentence. */
export function ScreenHeading({
  crumbs = [],
  heading,
  lead = '',
  children,
}: {
  crumbs?: Crumb[]
  heading: string
  lead?: string
  children?: ReactNode
}) {
  const language = useTextLanguage()
  return (
    <header className="screen-heading container">
      <Breadcrumbs crumbs={crumbs} current={heading} />
      <PageTitle text={heading} />
      <MixedParagraph text={lead} className="lead" />
      <TranslationNotice language={language} />
      {children}
    </header>
  )
}

/** States that the content exists only in another language, if so. */
export function TranslationNotice({ language }: { language: Language | undefined }) {
  const { t } = useTranslation()
  if (!language) return null
  return (
    <p className="translation-notice">
      {t('translation.onlyIn', { language: t(`translation.languages.${language}`) })}
    </p>
  )
}

export interface Crumb {
  title: string
  to: string
  /** The title's language, if it is not the page's. */
  language?: Language
}

/**
 * Breadcrumbs from the home page to the current one. The stylesheet shows only the parent on narrow
 * screens, as a link back.
 */
function Breadcrumbs({
  crumbs,
  current,
}: {
  /** The pages between the home page and the current one. */
  crumbs: Crumb[]
  /** The heading of the current page. */
  current: string
}) {
  const { t } = useTranslation()
  const parents: Crumb[] = [{ title: t('menu.home'), to: addresses.home() }, ...crumbs]
  return (
    <nav className="breadcrumbs" aria-label={t('layout.breadcrumbs')}>
      <ol>
        {parents.map(({ title, to, language }) => (
          <li key={to}>
            <Link to={to}>
              <MixedText text={title} language={language ?? null} />
            </Link>
            <Icon name="chevron" />
          </li>
        ))}
        <li aria-current="page">
          <MixedText text={current} />
        </li>
      </ol>
    </nav>
  )
}

/** The head of a screen with a picture. */
export function Banner({
  post,
  ...head
}: {
  post: Pictured
  heading: string
  crumbs?: Crumb[]
  /** Shown below the heading. */
  children?: ReactNode
}) {
  return (
    <div className={post.postImage && 'banner'}>
      {post.postImage && (
        <div className="banner-picture">
          <Picture post={post} use="banner" shape="scene" isLcp closesUp />
        </div>
      )}
      <ScreenHeading {...head} />
    </div>
  )
}
