import { useState } from 'react'
import { useTranslation } from '../../language/translation'
import { fieldLengths, type EnquiryField, type FieldFault } from './enquiry-fields'

/** Returns the id of a field's input, for its label and the error summary. */
export const fieldId = (name: EnquiryField | 'items' | 'files') => `enquiry-${name}`

/** The element id of the part of the form in which visitors say who they are. */
export const detailsId = 'enquiry-details'

/** Input attributes for browsers and keyboards, by field. */
const attributesOf = {
  name: { autoComplete: 'name', dir: 'auto' },
  email: { type: 'email', autoComplete: 'email', dir: 'ltr', spellCheck: false },
  phone: { type: 'tel', autoComplete: 'tel', dir: 'ltr' },
  company: { autoComplete: 'organization', dir: 'auto' },
  city: { autoComplete: 'address-level2', dir: 'auto' },
  message: { dir: 'auto', rows: 6 },
} as const

/** A field of the enquiry with its label, hint and error. */
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
  // While hydrating, React rewrites a text area's default over what was typed before.
  const [initial] = useState(() => typedText(id) ?? value)
  return (
    <div className="field" data-invalid={fault ? true : undefined}>
      <label htmlFor={id}>
        {t(`enquiry.fields.${name}`)}{' '}
        {isOptional && <span className="field-optional">{t('enquiry.optional')}</span>}
      </label>{' '}
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
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Returns the current text of a server-rendered text area. */
export function typedText(id: string) {
  const area = import.meta.env.SSR
    ? null
    : document.querySelector<HTMLTextAreaElement>(`textarea#${id}`)
  return area?.value
}

/** Explains a field's error and how to fix it. */
export function FaultText({ name, fault }: { name: EnquiryField | 'items'; fault: FieldFault }) {
  const { t } = useTranslation()
  if (fault !== 'long' || name === 'items') return t(`enquiry.errors.${fault}`)
  return t('enquiry.errors.long', {
    field: t(`enquiry.fields.${name}`),
    count: fieldLengths[name],
  })
}
