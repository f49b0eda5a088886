import { Link } from 'react-router-dom'
import { useTranslation } from '../../language/translation'
import { addresses, variantAddress } from '../../addresses'
import { Ltr } from '../../components/mixed-text'
import { variantItemId } from '../../enquiry/quote-items'
import { CompareChoice } from '../compare/compare-choice'
import type { SpecCardView } from '../../views/card-views.server'
import type { FilteredCardView } from './product-list.server'

/** Whether a card has order codes, which are compared in place of their product. */
export const listsCodes = (card: SpecCardView | FilteredCardView) =>
  'codes' in card && card.codes.length > 0

/** The order codes of a product that match all filters, each a link to its row, and its checkbox. */
export function MatchingCodes({
  card: { postID, postImage, codes, codeCount },
}: {
  card: FilteredCardView
}) {
  const { t } = useTranslation()
  if (codeCount === 0) return null
  return (
    <div className="matching-codes">
      {t('filters.codes', { count: codeCount })}
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <Link to={variantAddress(postID, code)}>
              <Ltr>{code}</Ltr>
            </Link>{' '}
            <CompareChoice
              card={{ postID: variantItemId(postID, code), postTitle: code, postImage }}
              path={variantAddress(postID, code)}
              isShort
            />
          </li>
        ))}
      </ul>
      {codeCount > codes.length && (
        <Link to={addresses.product(postID)}>
          {t('filters.moreCodes', { count: codeCount - codes.length })}
        </Link>
      )}
    </div>
  )
}
