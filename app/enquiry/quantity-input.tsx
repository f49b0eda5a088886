import { useTranslation } from 'react-i18next'

/** The most of one product. */
export const maxQuantity = 99_999

/** Of what is written as a quantity. */
export const maxQuantityLength = 40

const digit = '0-9\u0660-\u0669\u06F0-\u06F9'
const oneToNine = '1-9\u0661-\u0669\u06F1-\u06F9'

/**
 * One whole number from 1 to `maxQuantity`, with digits of any kind and words around it ("٢٥ حبة"): a pattern
 * of inputs, by which the server reads too.
 */
export const quantityPattern = [
  `[^${digit}.,٫\\-−]*[0\u0660\u06F0]*[${oneToNine}]`,
  `(?:[${digit}]{0,4}|[${digit}]?[,٬،\\s][${digit}]{3})[^${digit}]*`,
].join('')

/** A field for a quantity: a text, since number fields refuse Arabic digits. Its label is the caller's. */
export function QuantityInput({
  name,
  value,
  ...aria
}: {
  name: string
  value: number | string
  'aria-label'?: string
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}) {
  const { t } = useTranslation()
  return (
    <input
      {...aria}
      name={name}
      defaultValue={value}
      inputMode="numeric"
      pattern={quantityPattern}
      title={t('enquiry.errors.quantity')}
      required
      maxLength={maxQuantityLength}
      autoComplete="off"
    />
  )
}
