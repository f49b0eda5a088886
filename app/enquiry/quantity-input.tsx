import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

const digit = '0-9\u0660-\u0669\u06F0-\u06F9'
const oneToNine = '1-9\u0661-\u0669\u06F1-\u06F9'

/**
 * One whole number from 1 to 99,999 (maxQuantity), with digits of any kind and words around it ("٢٥ حبة"): a pattern
 * of inputs, by which the server reads too.
 */
export const quantityPattern = `[^${digit}.,٫\\-−]*[0\u0660\u06F0]*[${oneToNine}]([${digit}]{0,4}|[${digit}]?[,٬،\\s][${digit}]{3})[^${digit}]*`

/** A field for a quantity: a text, since number fields refuse Arabic digits. Its label is the caller's. */
export function QuantityInput(
  props: Pick<
    ComponentProps<'input'>,
    'name' | 'defaultValue' | 'aria-label' | 'aria-invalid' | 'aria-describedby'
  >,
) {
  const { t } = useTranslation()
  return (
    <input
      {...props}
      inputMode="numeric"
      pattern={quantityPattern}
      title={t('enquiry.errors.quantity')}
      required
      autoComplete="off"
    />
  )
}
