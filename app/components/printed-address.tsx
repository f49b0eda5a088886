import { useCanonicalAddress } from './canonical-address'
import { Ltr } from './ltr'

/** The page's address, shown in print only. */
export function PrintedAddress({ path }: { path: string }) {
  const address = useCanonicalAddress(path)
  return (
    <p className="printed-address container" data-markdown="skip">
      <Ltr>{address}</Ltr>
    </p>
  )
}
