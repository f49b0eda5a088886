import { Link } from 'react-router-dom'
import type { CardView } from '../content/cards.server'
import { languages, type Language } from '../language/languages'
import { languageAttributes } from '../language/text-language'
import { MixedParagraph, MixedText } from './mixed-text'

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
        <MixedText text={postTitle} language={language} />
      </Link>
      <LanguageMark language={language} />
    </Heading>
  )
}

/** Says in which language a post of a list is, if that is not the page's. */
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

/** The sentence below a post's title, if there is one. */
export function PostSubTitle({
  post: { postSubTitle, language },
}: {
  post: Pick<CardView, 'postSubTitle' | 'language'>
}) {
  return <MixedParagraph text={postSubTitle} className="card-text" language={language} />
}
