import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enquiryFields, type EnquiryErrors } from './enquiry-fields'
import { FaultText, fieldId } from './form-field'
import type { FormState } from './form-state'
import { OtherWayLinks } from './other-ways'

/**
 * Why the form was not accepted, above its fields: links to the faulty ones, or a notice. It takes the focus,
 * without script too.
 */
export function FormAlert({ state, errors }: { state: FormState; errors: EnquiryErrors }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const faulty = (['items', ...enquiryFields] as const).flatMap((name) => {
    const fault = errors[name]
    return fault ? [{ name, fault }] : []
  })
  const { notice, otherWays } = state
  const hasErrors = faulty.length > 0

  const [first] = useState(errors)
  useEffect(() => {
    // Not on mount: the visitor may be typing already.
    if (errors !== first) box.current?.focus()
  }, [errors, first])

  useEffect(() => {
    const prefix = `${t('enquiry.errors.prefix')} `
    if (hasErrors && !document.title.startsWith(prefix)) document.title = prefix + document.title
  }, [hasErrors, t])

  if (!hasErrors && notice === null) return null
  const isCalm = !hasErrors && (notice === 'check' || notice === 'early')
  return (
    <div
      ref={box}
      className="form-alert"
      data-calm={isCalm || undefined}
      role="alert"
      tabIndex={-1}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the page was loaded because of it
      autoFocus
    >
      <h2>
        {t(hasErrors ? 'enquiry.errors.heading' : `enquiry.notices.${notice ?? 'check'}.title`)}
      </h2>
      {hasErrors ? (
        <ul>
          {faulty.map(({ name, fault }) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`}>
                <FaultText name={name} fault={fault} />
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t(`enquiry.notices.${notice ?? 'check'}.text`)}</p>
      )}
      {otherWays && <OtherWayLinks ways={otherWays} />}
    </div>
  )
}
