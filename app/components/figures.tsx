import { useTranslation } from 'react-i18next'
import type { Figure } from '../content/figures-of'
import { Ltr } from './ltr'
import { MixedText } from './mixed-text'

/** The company's key figures, large on a dark band. */
export function Figures({ figures }: { figures: Figure[] }) {
  const { t } = useTranslation()
  if (figures.length === 0) return null
  return (
    <section className="figures ink-band" aria-label={t('product.facts')}>
      <div className="container">
        <FigureRow figures={figures} />
      </div>
    </section>
  )
}

/** Whether two such numerals do not fit beside each other on a phone. */
export function isLongNumeral(numeral: string) {
  return numeral.length > 7
}

/** A row of figures, as many as fit beside each other. */
export function FigureRow({ figures }: { figures: Figure[] }) {
  if (figures.length === 0) return null
  return (
    <dl className="figure-row">
      {figures.map(({ name, numeral, unit }, at) => (
        <div key={at} className="figure">
          <dt>
            <MixedText text={name} />
          </dt>
          <dd>
            <span className="figure-numeral" data-long={isLongNumeral(numeral) || undefined}>
              <Ltr>{numeral}</Ltr>
            </span>{' '}
            <MixedText text={unit} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
