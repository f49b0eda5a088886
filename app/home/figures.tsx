import { useTranslation } from 'react-i18next'
import { Ltr } from '../components/ltr'
import { MixedText } from '../components/mixed-text'
import type { Figure } from './figures-of'

/** The company in a few figures, set large. */
export function Figures({ figures }: { figures: Figure[] }) {
  const { t } = useTranslation()
  if (figures.length === 0) return null
  return (
    <section className="figures ink-band" aria-label={t('product.facts')}>
      <dl className="figure-row container">
        {figures.map(({ name, numeral, unit }) => (
          <div key={name} className="figure">
            <dt>
              <MixedText text={name} />
            </dt>
            <dd>
              <span className="figure-numeral">
                <Ltr>{numeral}</Ltr>
              </span>{' '}
              <MixedText text={unit} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
