import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses, variantAddress } from '../../addresses'
import { Ltr } from '../../components/mixed-text'
import { languages } from '../../language/languages'
import { useLanguage } from '../../language/text-language'

/** Maximum number of order codes listed per product. */
const maxListed = 6

/** The order codes of a product that match all filters, each a link to its row. */
export function MatchingCodes({ postId, codes }: { postId: string; codes: string[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (codes.length === 0) return null
  return (
    <p className="matching-codes">
      {t('filters.codes', { count: codes.length })}{' '}
      {codes.slice(0, maxListed).map((code, at) => (
        <Fragment key={code}>
          {at > 0 && languages[language].comma}
          <Link to={variantAddress(postId, code)}>
            <Ltr>{code}</Ltr>
          </Link>
        </Fragment>
      ))}
      {codes.length > maxListed && (
        <>
          {' '}
          <Link to={addresses.product(postId)}>
            {t('filters.moreCodes', { count: codes.length - maxListed })}
          </Link>
        </>
      )}
    </p>
  )
}
