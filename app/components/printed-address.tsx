import { useCanonicalAddress } from './canonical-address'
import { Ltr } from './ltr'

/** Where a printed page is to be found. Not on the screen. */
export function PrintedAddress({ path }: { path: string }) {
  const address = useCanonicalAddress(path)
  return (
    <p className="printed-address container">
      <Ltr>{address}</Ltr>
    </p>
  )
}
