import { ltrClass } from '../language/ltr-runs'

/**
 * A phone number, an e-mail, a part number or a unit: left to right, isolated from the surrounding
 * text.
 */
export function Ltr({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className={ltrClass(children)}>
      {children}
    </bdi>
  )
}
