import { ltrClass, splitLtrRuns } from '../language/ltr-runs'
import { MixedText } from './mixed-text'

/** A value and its unit, styled differently but isolated as one left-to-right run. */
export function SpecValue({ value, unit }: { value: string; unit: string }) {
  if (unit === '') return <MixedText text={value} />
  const { words, quantity } = splitQuantity(value)
  const gap = unit === '°' || unit === '%' ? '' : '\u00A0'
  return (
    <>
      <MixedText text={words} />
      {quantity === '' && ' '}
      <bdi dir="ltr" className={ltrClass(`${quantity} ${unit}`)}>
        {quantity && `${quantity}${gap}`}
        <span className="spec-unit">{unit}</span>
      </bdi>
    </>
  )
}

/**
 * Splits off the quantity that the unit belongs to: all of "6–63", the number of "حتى 63". The
 * quantity of "80 و100 و125" is empty, since its unit applies to every number.
 */
function splitQuantity(value: string) {
  if (!/\p{Script=Arabic}/u.test(value)) return { words: '', quantity: value }
  const last = splitLtrRuns(value).at(-1)
  const quantity = last?.isLtr ? last.text : (/\s([\d.,]+)$/.exec(value)?.[1] ?? '')
  return { words: value.slice(0, value.length - quantity.length), quantity }
}
