import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon'
import { MixedText } from '../../components/mixed-text'
import type { FilterView } from './filter-views.server'
import { Unit } from './unit'

/** The fields of one filter: a range from–to, or values with the number of their products. */
export function FilterFields({ filter, isOpen }: { filter: FilterView; isOpen: boolean }) {
  // Only the first time: what a visitor has opened or closed stays so.
  const [isOpenAtFirst] = useState(isOpen || filter.isChosen)
  const { parameter, name, unit, range, choices, others } = filter
  return (
    <details open={isOpenAtFirst}>
      <summary>
        <span>
          <MixedText text={name} /> <Unit unit={unit} />
        </span>
        <Icon name="chevronDown" />
      </summary>
      <fieldset>
        <legend className="visually-hidden">{name}</legend>
        {others.map((value) => (
          <input key={value} type="hidden" name={parameter} value={value} />
        ))}
        {range && <RangeFields parameter={parameter} range={range} />}
        {choices.map(({ value, text, count, isChosen }) => (
          <label key={value} className="choice">
            <input
              type="checkbox"
              name={parameter}
              value={value}
              defaultChecked={isChosen}
              disabled={count === 0 && !isChosen}
            />
            <span>
              <MixedText text={text} />
            </span>
            <span>{count}</span>
          </label>
        ))}
      </fieldset>
    </details>
  )
}

/** Numbers as text: visitors also type "٣٢" and "10,000", which number fields refuse. */
function RangeFields({
  parameter,
  range: { min, max, lowest, highest },
}: {
  parameter: string
  range: NonNullable<FilterView['range']>
}) {
  const { t } = useTranslation()
  const ends = [
    { end: 'min', label: t('filters.from'), value: min, placeholder: lowest },
    { end: 'max', label: t('filters.to'), value: max, placeholder: highest },
  ]
  return (
    <div className="range">
      {ends.map(({ end, label, value, placeholder }) => (
        <label key={end}>
          {label}
          <input
            name={`${parameter}.${end}`}
            defaultValue={value}
            placeholder={placeholder}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            dir="ltr"
          />
        </label>
      ))}
    </div>
  )
}
