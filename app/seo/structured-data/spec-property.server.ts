import type { PropertyValue } from 'schema-dts'
import { parseInterval, parseNumber } from '../../catalogue/filters/spec-numbers.server'
import type { Spec } from '../../content/content.server'
import { unitCodeOf } from './unit-codes'

/** A specification: its number or range where it is one, else its text, with the code of its unit. */
export function specProperty({ name, value, unit }: Spec): PropertyValue {
  const interval = parseInterval(value)
  return {
    '@type': 'PropertyValue',
    name,
    ...(interval && interval.min < interval.max
      ? { minValue: interval.min, maxValue: interval.max }
      : { value: parseNumber(value) ?? value }),
    unitCode: unitCodeOf(unit),
    unitText: unit || undefined,
  }
}
