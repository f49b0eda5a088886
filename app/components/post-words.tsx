import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { CardView } from '../content/cards.server'
import { MixedText } from './mixed-text'

/** A post's title, which makes a link of the whole card that it stands in. */
export function PostTitle({
  post,
  to,
  level: Heading,
  isNode = false,
}: {
  post: Pick<CardView, 'postTitle'>
  to: string
  level: 'h2' | 'h3'
  /** Whether it stands at the beginning of a container, with a node on the riser. */
  isNode?: boolean
}) {
  return (
    <Heading className={isNode ? 'card-title node' : 'card-title'}>
      <Link to={to}>{post.postTitle ? <MixedText text={post.postTitle} /> : <Untitled />}</Link>
    </Heading>
  )
}

/** Said for a title that is missing. A component, so that titles that are there look up no words. */
function Untitled() {
  const { t } = useTranslation()
  return t('list.untitled')
}

/** The sentence below a post's title. Nothing where there is none. */
export function PostSubTitle({ post }: { post: Pick<CardView, 'postSubTitle'> }) {
  if (post.postSubTitle === '') return null
  return (
    <p className="card-text">
      <MixedText text={post.postSubTitle} />
    </p>
  )
}
