import type { Measure, MeasureStep } from './company-view'
import { isLongNumeral } from '../components/figures'
import { Ltr } from '../components/ltr'
import { MixedText } from '../components/mixed-text'

/** A goal's measures, each from its current value to its target, joined by a dashed line. */
export function CompanyMeasures({ measures }: { measures: Measure[] }) {
  if (measures.length === 0) return null
  return (
    <ul className="measures">
      {measures.map(({ start, target }, at) => (
        <li key={at}>
          <dl className="measure">
            <Step step={start} />
            <Step step={target} />
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Step({ step: { name, year, before, numeral, after } }: { step: MeasureStep }) {
  return (
    <div className="measure-step">
      <dt>
        <span>
          <MixedText text={name} />
        </span>{' '}
        {year && <span className="measure-year">{year}</span>}
      </dt>
      <dd>
        <MixedText text={before} />{' '}
        {numeral && (
          <span className="figure-numeral" data-long={isLongNumeral(numeral) || undefined}>
            <Ltr>{numeral}</Ltr>
          </span>
        )}{' '}
        <MixedText text={after} />
      </dd>
    </div>
  )
}
