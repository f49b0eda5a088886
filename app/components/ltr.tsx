import type { ReactNode } from 'react'

/** A phone number, an e-mail, a part number or a unit: left to right, and apart from the text round it. */
export function Ltr({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>
}
