import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { CardView } from '../content/cards.server'
import { MixedParagraph, MixedText } from './mixed-text'

/** A post's title. Its link covers the whole card. */
export function PostTitle({
  post,
  to,
  level: Heading,
  isNode = false,
}: {
  post: Pick<CardView, 'postTitle'>
  to: string
  level: 'h2' | 'h3'
  /** Whether the heading has a node on the riser, as at the start of a container. */
  isNode?: boolean
}) {
  return (
    <Heading className={isNode ? 'card-title node' : 'card-title'}>
      <Link to={to}>{post.postTitle ? <MixedText text={post.postTitle} /> : <Untitled />}</Link>
    </Heading>
  )
}

/**
 * The text for a missing title. A component, so that the translation is looked up only if needed.
 */
function Untitled() {
  const { t } = useTranslation()
  return t('list.untitled')
}

/** The sentence below a post's title, if there is one. */
export function PostSubTitle({ post }: { post: Pick<CardView, 'postSubTitle'> }) {
  return <MixedParagraph text={post.postSubTitle} className="card-text" />
}
