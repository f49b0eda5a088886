import { ltrClass } from '../language/ltr-runs'

/**
 * A phone number, an e-mail, a part number or a unit: left to right, isolated from the surrounding
 * text.
 */
export function Ltr({ children }: { children: string }) {
  // Groups of Arabic digits would stand from right to left without an override.
  const Element = /^[^\p{L}]*[٠-٩][^\p{L}]*$/u.test(children) ? 'bdo' : 'bdi'
  return (
    <Element dir="ltr" className={ltrClass(children)}>
      {children}
    </Element>
  )
}
