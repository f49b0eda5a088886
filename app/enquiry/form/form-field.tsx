import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLengths, type EnquiryField, type FieldFault } from './enquiry-fields'

/** The id of a field's input, for its label and for the links of the error summary; that of the list. */
export const fieldId = (name: EnquiryField | 'items') => `enquiry-${name}`

/** What the browser and its keyboard know about each field. */
const attributesOf = {
  name: { autoComplete: 'name', dir: 'auto' },
  email: { type: 'email', autoComplete: 'email', dir: 'ltr', spellCheck: false },
  phone: { type: 'tel', autoComplete: 'tel', dir: 'ltr' },
  company: { autoComplete: 'organization', dir: 'auto' },
  city: { autoComplete: 'address-level2', dir: 'auto' },
  message: { dir: 'auto', rows: 6 },
} as const

/** A field of the enquiry with its label, its hint and what is wrong with it. */
export function FormField({
  name,
  value,
  fault,
  isOptional = false,
  hint,
}: {
  name: EnquiryField
  value: string
  fault: FieldFault | undefined
  isOptional?: boolean
  hint?: string
}) {
  const { t } = useTranslation()
  const id = fieldId(name)
  const describedBy = [hint && `${id}-hint`, fault && `${id}-error`].filter(Boolean).join(' ')
  const Input = name === 'message' ? 'textarea' : 'input'
  // React writes the default of a text area into it once more while it hydrates: over what was typed before.
  const [initial] = useState(() => typedText(id) ?? value)
  return (
    <div className="field" data-invalid={fault ? true : undefined}>
      <label htmlFor={id}>
        {t(`enquiry.fields.${name}`)}
        {isOptional && <span className="field-optional"> {t('enquiry.optional')}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-error`} className="field-error">
          <span className="visually-hidden">{t('enquiry.errors.prefix')} </span>
          <FaultText name={name} fault={fault} />
        </p>
      )}
      <Input
        {...attributesOf[name]}
        id={id}
        name={name}
        defaultValue={initial}
        aria-describedby={describedBy || undefined}
        aria-invalid={fault ? true : undefined}
        suppressHydrationWarning
      />
    </div>
  )
}

/** The text of a text area that the server has rendered. */
function typedText(id: string) {
  const area = import.meta.env.SSR
    ? null
    : document.querySelector<HTMLTextAreaElement>(`textarea#${id}`)
  return area?.value
}

/** What is wrong with a field, and what to do. */
export function FaultText({ name, fault }: { name: EnquiryField | 'items'; fault: FieldFault }) {
  const { t } = useTranslation()
  if (fault !== 'long' || name === 'items') return t(`enquiry.errors.${fault}`)
  return t('enquiry.errors.long', {
    field: t(`enquiry.fields.${name}`),
    count: fieldLengths[name],
  })
}
