import { TitleText, MixedParagraph } from './mixed-text'
import { useTranslation } from '../language/translation'
import { Link } from 'react-router-dom'
import { languageAttributes, useTextLanguage } from '../language/text-language'
import type { CardView } from '../views/card-views.server'
import { languages, type Language } from '../language/languages'

/** @param html sanitised by the adapter */
export function RichText({ html }: { html: string }) {
  const { t } = useTranslation()
  const language = useTextLanguage()
  if (html === '') return null
  const text = withScrollingTables(html, t('layout.table'))
  return (
    <div
      className="rich-text"
      {...languageAttributes(language)}
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

/**
 * Wraps each table in a scrollable, focusable box. Plain string replacement is safe: in sanitised
 * HTML a "<" always starts a tag.
 */
function withScrollingTables(html: string, label: string) {
  return html
    .replaceAll(
      '<table',
      `<div class="rich-text-table" role="group" tabindex="0" aria-label="${label}"><table`,
    )
    .replaceAll('</table>', '</table></div>')
}

/** A post's title. Its link covers the whole card. */
export function PostTitle({
  post: { postTitle, language },
  to,
  level: Heading,
  isNode = false,
}: {
  post: Pick<CardView, 'postTitle' | 'language'>
  to: string
  level: 'h2' | 'h3'
  /** Whether the heading has a node on the riser, as at the start of a container. */
  isNode?: boolean
}) {
  return (
    <Heading className={isNode ? 'card-title node' : 'card-title'}>
      <Link to={to}>
        <TitleText text={postTitle} language={language} />
      </Link>
      <LanguageMark language={language} />
    </Heading>
  )
}

/** Names the language of a listed post, if it is not the page's. */
export function LanguageMark({ language }: { language: Language | undefined }) {
  if (!language) return null
  return (
    <>
      {' '}
      <small className="language-mark" {...languageAttributes(language)}>
        {languages[language].name}
      </small>
    </>
  )
}

/** The sentence below a post's title, if any. */
export function PostSubTitle({
  post: { postSubTitle, language },
}: {
  post: Pick<CardView, 'postSubTitle' | 'language'>
}) {
  return <MixedParagraph text={postSubTitle} className="card-text" language={language} />
}

/** A screen's heading, with its node on the riser. */
export function PageTitle({ text }: { text: string }) {
  return (
    <h1 className="node" data-length={lengthOf(text)}>
      <TitleText text={text} />
    </h1>
  )
}

function lengthOf({ length }: string) {
  if (length >= minVeryLong) return 'very-long'
  return length >= minLong ? 'long' : undefined
}

/** Titles of this length or longer are set smaller, characters; the sizes are in base.css. */
const minLong = 45

const minVeryLong = 90
