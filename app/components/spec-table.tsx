import { useTranslation } from 'react-i18next'
import type { Spec } from '../content.server'
import { Ltr } from './ltr'

/** A product's specifications, or a project's facts. */
export function SpecTable({ specs, heading }: { specs: Spec[]; heading: string }) {
  const { t } = useTranslation()
  if (specs.length === 0) return null
  return (
    <section className="spec-table">
      <h2>{heading}</h2>
      <table>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('product.specName')}</th>
            <th scope="col">{t('product.specValue')}</th>
          </tr>
        </thead>
        <tbody>
          {specs.map(({ name, value, unit }, at) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              <td>
                {hasArabic(value) ? value : <Ltr>{unit ? `${value} ${unit}` : value}</Ltr>}
                {hasArabic(value) && unit && (
                  <>
                    {' '}
                    <Ltr>{unit}</Ltr>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A value in words follows its own script; figures, ranges and codes read from left to right. */
function hasArabic(text: string) {
  return /\p{Script=Arabic}/u.test(text)
}
