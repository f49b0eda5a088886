import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../../addresses'
import { useLoaded } from '../../components/use-loaded'
import { itemsText, type QuoteItem } from '../quote-items'
import { FormAlert } from './form-alert'
import { FormField } from './form-field'
import { trapField, type FormState } from './form-state'

const loadScript = () => import('./form-script')

/**
 * The form of an enquiry. Without script it is sent as it is, and comes back with its errors.
 * @param items of the list, as they are now
 * @param children the list, whose quantities and notes are sent along
 */
export function EnquiryForm({
  id,
  state,
  items,
  heading,
  children,
}: {
  id?: string
  state: FormState
  items: QuoteItem[]
  heading: string
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState(state.errors)
  const [token, setToken] = useState(state.token ?? '')
  const script = useLoaded(loadScript)
  const { values, keepDays } = state
  const text = itemsText(items)
  return (
    <form
      ref={form}
      id={id}
      className="enquiry-form"
      method="post"
      action={addresses.enquiry()}
      encType="multipart/form-data"
      noValidate
    >
      {/* The first button is what Enter presses in any field. */}
      <button className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {t('enquiry.send')}
      </button>
      {/* Firefox restores what script has changed, also where nobody sees it. */}
      <input type="hidden" autoComplete="off" name="form" value={token} />
      <input type="hidden" autoComplete="off" name="items" value={text} />
      {script && (
        <script.FormScript
          form={form}
          items={text}
          token={token}
          onToken={setToken}
          onErrors={setErrors}
        />
      )}
      <FormAlert state={state} errors={errors} />
      {children}
      <div className="enquiry-fields">
        <h2 className="node">{heading}</h2>
        <FormField name="name" value={values.name} fault={errors.name} />
        <fieldset>
          <legend>{t('enquiry.reach')}</legend>
          <FormField name="email" value={values.email} fault={errors.email} />
          <FormField
            name="phone"
            value={values.phone}
            fault={errors.phone}
            hint={t('enquiry.hints.phone')}
          />
        </fieldset>
        <FormField name="company" value={values.company} fault={errors.company} isOptional />
        <FormField name="city" value={values.city} fault={errors.city} isOptional />
        <FormField
          name="message"
          value={values.message}
          fault={errors.message}
          isOptional={items.length > 0}
          hint={t(items.length > 0 ? 'enquiry.hints.messageForItems' : 'enquiry.hints.message')}
        />
        <div className="visually-hidden" aria-hidden="true">
          <label>
            {t('enquiry.trap')}
            <input name={trapField} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <p className="field-hint">
          {keepDays === 0 ? t('enquiry.privacyNow') : t('enquiry.privacy', { count: keepDays })}
        </p>
        <p>
          <button className="button">{t('enquiry.send')}</button>
        </p>
      </div>
    </form>
  )
}
