import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { MixedText } from '../components/mixed-text'
import { SpecValue } from '../components/spec-value'
import type { ComparedProduct, ComparedRow } from './comparison.server'

/** A group of specifications, with a heading if there are several groups. */
export function CompareRows({ heading, rows }: { heading: string; rows: ComparedRow[] }) {
  if (rows.length === 0) return null
  return (
    <tbody>
      {heading && (
        <tr className="compare-group">
          <th scope="rowgroup">{heading}</th>
        </tr>
      )}
      {rows.map(({ name, cells, differing }) => (
        <tr key={name} data-differing={differing || undefined}>
          <th scope="row">
            <MixedText text={name} />
            {differing && <DifferenceMark />}
          </th>
          {cells.map((specs, at) => (
            <td key={at}>
              {specs.length === 0 && <NotStated />}
              {specs.map(({ value, unit }, index) => (
                <div key={index}>
                  <SpecValue value={value} unit={unit} />
                </div>
              ))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** The product types, as far as they are known. */
export function TypeRow({
  products,
  differing,
}: {
  products: ComparedProduct[]
  /** As in other rows. */
  differing: string
}) {
  const { t } = useTranslation()
  return (
    <tbody>
      <tr data-differing={differing || undefined}>
        <th scope="row">
          {t('compare.type')}
          {differing && <DifferenceMark />}
        </th>
        {products.map(({ postID, type }) => (
          <td key={postID}>
            {type ? (
              <Link to={addresses.productsOfType(type.postID)}>
                <MixedText text={type.postTitle} language={type.language} />
              </Link>
            ) : (
              <NotStated />
            )}
          </td>
        ))}
      </tr>
    </tbody>
  )
}

/** A sign and not only a weight or a colour. */
function DifferenceMark() {
  const { t } = useTranslation()
  return (
    <span className="compare-mark">
      {' '}
      <span aria-hidden="true">≠</span>
      <span className="visually-hidden">{t('compare.differs')}</span>
    </span>
  )
}

function NotStated() {
  const { t } = useTranslation()
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('compare.notStated')}</span>
    </>
  )
}
