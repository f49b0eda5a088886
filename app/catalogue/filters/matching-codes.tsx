import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses, variantAddress } from '../../addresses'
import { Ltr } from '../../components/mixed-text'
import type { CardView } from '../../content/views.server'
import { variantItemId } from '../../enquiry/quote-items'
import { CompareChoice } from '../compare/compare-choice'

/** Maximum number of order codes listed per product. */
const maxListed = 6

/** The order codes of a product that match all filters, each a link to its row, and its checkbox. */
export function MatchingCodes({ card, codes }: { card: CardView; codes: string[] }) {
  const { t } = useTranslation()
  const { postID, postImage } = card
  if (codes.length === 0) return null
  return (
    <div className="matching-codes">
      {t('filters.codes', { count: codes.length })}
      <ul>
        {codes.slice(0, maxListed).map((code) => (
          <li key={code}>
            <Link to={variantAddress(postID, code)}>
              <Ltr>{code}</Ltr>
            </Link>
            <CompareChoice
              card={{ postID: variantItemId(postID, code), postTitle: code, postImage }}
              path={variantAddress(postID, code)}
              isShort
            />
          </li>
        ))}
      </ul>
      {codes.length > maxListed && (
        <Link to={addresses.product(postID)}>
          {t('filters.moreCodes', { count: codes.length - maxListed })}
        </Link>
      )}
    </div>
  )
}
