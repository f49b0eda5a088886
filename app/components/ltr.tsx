import { ltrClass } from '../language/ltr-runs'

/** A phone number, an e-mail, a part number or a unit: left to right, and apart from the text round it. */
export function Ltr({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className={ltrClass(children)}>
      {children}
    </bdi>
  )
}
