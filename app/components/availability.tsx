import type { AvailabilityView } from '../views/availability.server'
import { MixedText } from './mixed-text'

/** Shows whether an order code can be had, with the day of the statement; nothing where it is not stated. */
export function Availability({ of: stated }: { of: AvailabilityView | undefined }) {
  if (!stated) return null
  return (
    <span className="availability" data-state={stated.state}>
      <MixedText text={stated.text} /> <small>{stated.asOf}</small>
    </span>
  )
}
