import { Link } from 'react-router-dom'
import { MixedText } from '../components/mixed-text'
import { LanguageMark } from '../components/post-text'
import type { LinkItem } from '../content/cards.server'

/** Titles as ruled links, in as many columns as fit. */
export function LinkIndex({
  items,
  linkTo,
}: {
  items: LinkItem[]
  linkTo: (postId: string) => string
}) {
  return (
    <ul className="link-index">
      {items.map(({ postID, postTitle, language }) => (
        <li key={postID}>
          <Link className="ruled-link" to={linkTo(postID)}>
            <MixedText text={postTitle} language={language} />
            <LanguageMark language={language} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
