import { Link } from 'react-router-dom'
import { useTranslation } from '../../language/translation'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { LinkedText, MessageLinks } from '../../components/contact'
import { Icon } from '../../components/icon'
import {
  type OtherWays,
  type FormState,
  honeypot,
  enquiryFields,
  type EnquiryErrors,
  type Notice,
} from './enquiry-fields'
import { FileFault, FileField } from './file-field'
import { detailsId, FaultText, fieldId, FormField } from './form-field'
import { addresses } from '../../addresses'
import { useLoaded } from '../../components/hydration'
import { itemsText, type QuoteItem } from '../quote-items'

/** Other ways to send an enquiry that was not accepted, with its text prepared. */
function OtherWayLinks({ ways: { whatsapp, email, phone, text } }: { ways: OtherWays }) {
  const { t } = useTranslation()
  return (
    <>
      <ul className="other-ways">
        <MessageLinks whatsapp={whatsapp} email={email} />
        {phone.length > 0 && (
          <li>
            <LinkedText className="text-link" parts={phone}>
              <Icon name="phone" />
            </LinkedText>
          </li>
        )}
      </ul>
      <details>
        <summary>{t('enquiry.asText')}</summary>
        <pre dir="auto">{text}</pre>
      </details>
    </>
  )
}

/** Notices of what is no fault. */
const calmNotices: Notice[] = ['check', 'early', 'added']

/**
 * Explains above the fields why the form was not accepted: links to invalid fields, or a notice. It
 * takes the focus, also without script.
 */
function FormAlert({ state, errors }: { state: FormState; errors: EnquiryErrors }) {
  const { t } = useTranslation()
  const faulty = (['items', ...enquiryFields] as const).flatMap((name) => {
    const fault = errors[name]
    return fault ? [{ name, fault }] : []
  })
  const { notice, otherWays } = state
  const { files = [] } = errors
  const hasErrors = faulty.length + files.length > 0

  useEffect(() => {
    const prefix = `${t('enquiry.errors.prefix')} `
    const title = document.title.replace(prefix, '')
    document.title = hasErrors ? prefix + title : title
  }, [hasErrors, t])

  if (!hasErrors && notice === null) return null
  const isCalm = !hasErrors && notice !== null && calmNotices.includes(notice)
  return (
    <div
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
          {files.map((file, at) => (
            <li key={at}>
              <a href={`#${fieldId('files')}`}>
                <FileFault file={file} />
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

const loadScript = () => import('./form-script')

/**
 * The enquiry form. Without script, it is submitted plainly and returned with its errors.
 * @param items the current items of the list
 * @param children the list, whose quantities and notes are submitted along
 */
export function EnquiryForm({
  id,
  state,
  items,
  heading,
  action = addresses.enquiry(),
  enter,
  children,
}: {
  id?: string
  state: FormState
  items: QuoteItem[]
  heading: string
  /** The screen that sends the enquiry, and shows the form again if it is not accepted. */
  action?: string
  /** The first button, which Enter in a field activates; without it, Enter sends the enquiry. */
  enter?: ReactNode
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
      action={action}
      encType="multipart/form-data"
      noValidate
    >
      {/* Enter in any field activates the first button. */}
      {enter ?? (
        <button className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {t('enquiry.send')}
        </button>
      )}
      <HiddenField name="form" value={token} />
      <HiddenField name="items" value={text} />
      {state.revises && <HiddenField name="revises" value={state.revises} />}
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
        <h2 className="node" id={detailsId}>
          {heading}
        </h2>
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
        <FileField files={state.files} takesFiles={state.takesFiles} refused={errors.files} />
        <div className="visually-hidden" aria-hidden="true">
          <label>
            {t('enquiry.trap')} <input name={honeypot} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <p className="field-hint">
          {t('enquiry.privacy', { count: keepDays })}{' '}
          <Link className="text-link" to={addresses.privacy()}>
            {t('privacy.heading')}
          </Link>
        </p>
        <p>
          <button className="button">{t('enquiry.send')}</button>
        </p>
      </div>
    </form>
  )
}

/** When a page is loaded again, Firefox restores values that script has set, even in hidden fields. */
function HiddenField({ name, value }: { name: string; value: string }) {
  const setBack = (field: HTMLInputElement | null) => {
    if (field) field.value = value
  }
  return <input ref={setBack} type="hidden" name={name} value={value} />
}
