import { Ltr } from '../../components/ltr'

/** The unit of all values of a label, beside its name. */
export function Unit({ unit }: { unit: string }) {
  if (unit === '') return null
  return (
    <span className="spec-unit">
      <Ltr>{unit}</Ltr>
    </span>
  )
}
