import { useTranslation } from 'react-i18next'
import type { Spec } from '../content/content.server'
import { MixedText } from './mixed-text'
import { SpecValue } from './spec-value'

/** The specs of a post as a table. */
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
              <th scope="row">
                <MixedText text={name} />
              </th>
              <td>
                <SpecValue value={value} unit={unit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
