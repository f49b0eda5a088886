import { useTranslation } from 'react-i18next'
import { MixedText } from '../components/mixed-text'
import type { CardView } from '../content/cards.server'
import { compareFormId } from './compare-form'
import { comparedItem, comparedKey } from './compared-ids'

/**
 * A card's checkbox for the comparison. It belongs to the form below the list (CompareForm), which needs no
 * script; the tray there reads the product from its attributes.
 * @param path of the product's screen
 */
export function CompareChoice({
  card: { postID, postTitle, postImage, language },
  path,
}: {
  card: CardView
  path: string
}) {
  const { t } = useTranslation()
  return (
    <label className="compare-choice">
      <input
        type="checkbox"
        name={comparedKey}
        value={comparedItem(postID)}
        form={compareFormId}
        autoComplete="off"
        data-title={postTitle}
        data-image={postImage}
        data-path={path}
        data-language={language}
      />
      <span>
        {t('compare.add')}
        <span className="visually-hidden">
          : <MixedText text={postTitle} language={language} />
        </span>
      </span>
    </label>
  )
}
