import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { MixedText } from '../components/mixed-text'

/** Titles as ruled links, in as many columns as fit. */
export function LinkIndex({
  items,
  linkTo,
}: {
  items: { postID: string; postTitle: string }[]
  linkTo: (postId: string) => string
}) {
  const { t } = useTranslation()
  return (
    <ul className="link-index">
      {items.map(({ postID, postTitle }) => (
        <li key={postID}>
          <Link className="ruled-link" to={linkTo(postID)}>
            <MixedText text={postTitle || t('list.untitled')} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
