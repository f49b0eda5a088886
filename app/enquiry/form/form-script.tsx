import { useEffect, type Dispatch, type RefObject, type SetStateAction } from 'react'
import { flushSync } from 'react-dom'
import { addresses } from '../../addresses'
import { fieldId } from './form-field'
import { changedFields } from '../../components/hydration'
import {
  findErrors,
  keptFile,
  removedFile,
  quantityField,
  textIn,
  valuesIn,
  type EnquiryErrors,
  type FormState,
} from './enquiry-fields'
import { restoreDraft, storeDraft } from './stored-draft'
import { enquiryFiles } from '../../../server/text/file-names'
import type { RefusedFile } from '../../../server/uploads/uploads'

/** The route that issues tokens. */
const tokenRoute = 'routes/enquiry'

/** Returns the errors that are left after a field was edited; an address also corrects a missing phone number. */
function withoutCorrected(shown: EnquiryErrors, name: string, form: HTMLFormElement) {
  const left = errorsIn(form)
  const edited = name.startsWith(quantityField('')) ? 'items' : name
  const isLeft = (key: string) =>
    key in left ||
    (key === 'items' && form.querySelector(`[name^="${quantityField('')}"]:invalid`)) ||
    (key !== edited && !(key === 'email' && shown.email === 'contact'))
  return Object.fromEntries(Object.entries(shown).filter(([key]) => isLeft(key)))
}

/** After this time, ms, the form may be sent again, in case the visitor stopped the request. */
const sendingMs = 10_000
const uploadingMs = 120_000

/**
 * Enhances an enquiry form; loaded later than the form. Validates the fields before submission,
 * prevents double submission, stores and restores what is typed, and requests the token that a
 * cached page lacks.
 * @param items the list as text: its notes are restored when it changes
 * @param onErrors called with the invalid fields, or with what is left of them; must be stable, like onToken
 */
export function FormScript({
  form: formRef,
  items,
  token,
  onToken,
  onErrors,
}: {
  form: RefObject<HTMLFormElement>
  items: string
  token: string
  onToken: (token: string) => void
  onErrors: Dispatch<SetStateAction<EnquiryErrors>>
}) {
  useEffect(() => {
    if (!formRef.current) return
    restoreDraft(formRef.current)
    storeDraft(formRef.current)
    checkQuantities(changedFields(formRef.current))
  }, [formRef, items])

  useEffect(() => {
    const form = formRef.current
    if (!form || token !== '') return undefined
    let isRequested = false
    function requestToken() {
      if (isRequested) return
      isRequested = true
      fetchToken().then(onToken, () => {
        // Without a token, the server asks the visitor to check and resend the form.
        isRequested = false
      })
    }
    const isInUse = form.contains(document.activeElement) || changedFields(form).length > 0
    if (isInUse) requestToken()
    form.addEventListener('focusin', requestToken)
    return () => form.removeEventListener('focusin', requestToken)
  }, [formRef, token, onToken])

  useEffect(() => {
    const form = formRef.current
    if (!form) return undefined
    let sentAt = -Infinity
    let isChecking = false
    let isConnected = false

    function onInput({ target }: Event) {
      if (!form) return
      storeDraft(form)
      const name = target instanceof Element ? (target.getAttribute('name') ?? '') : ''
      onErrors((shown) =>
        Object.keys(shown).length === 0 ? shown : withoutCorrected(shown, name, form),
      )
    }
    /** The browser sends the form, and leaves the page: only while there is a network. */
    async function send(submitter: HTMLElement | null) {
      const submit = () => {
        isConnected = true
        if (submitter) submitter.click()
        else form?.submit()
        isConnected = false
      }
      isChecking = true
      const offline = await import('../../offline/connection').catch(() => null)
      if (offline) await offline.whenConnected('send', submit)
      else submit()
      isChecking = false
    }
    function onSubmit(event: SubmitEvent) {
      // Buttons that change the list have their own action.
      if (!form || event.submitter?.hasAttribute('formaction')) return
      const errors = errorsIn(form)
      if (!checkQuantities([...form.elements])) errors.items = 'quantity'
      const isFaulty = Object.keys(errors).length > 0
      const [file] = new FormData(form).getAll(enquiryFiles.field)
      const hasFile = file instanceof File && file.size > 0
      const isSending = performance.now() - sentAt < (hasFile ? uploadingMs : sendingMs)
      if (isConnected && !isFaulty) {
        sentAt = performance.now()
        return
      }
      event.preventDefault()
      if (isFaulty) {
        flushSync(() => onErrors(errors))
        form.querySelector<HTMLElement>('.form-alert')?.focus()
      } else if (!isSending && !isChecking) void send(event.submitter)
    }
    form.addEventListener('input', onInput)
    form.addEventListener('submit', onSubmit)
    return () => {
      form.removeEventListener('input', onInput)
      form.removeEventListener('submit', onSubmit)
    }
  }, [formRef, onErrors])

  return null
}

/** Whether all quantities among some fields are valid; the others are unfolded, and say so beside themselves. */
function checkQuantities(fields: Element[]) {
  const faulty = fields.filter(
    (field) =>
      field instanceof HTMLInputElement &&
      field.name.startsWith(quantityField('')) &&
      !field.checkValidity(),
  )
  for (const field of faulty) field.closest('details')?.setAttribute('open', '')
  const [first] = faulty
  // The lines of a checked list are not rendered again, for the link of the error to lead to the first of them.
  if (first && !document.getElementById(fieldId('items'))) first.id = fieldId('items')
  return faulty.length === 0
}

function errorsIn(form: HTMLFormElement) {
  const data = new FormData(form)
  const files = data.getAll(enquiryFiles.field).filter((file) => file instanceof File)
  const large = files.filter(({ size }) => size > enquiryFiles.maxBytes)
  const left = data.getAll(keptFile).length - data.getAll(removedFile).length
  const tooMany = files.slice(Math.max(enquiryFiles.max - left, 0))
  const refused: RefusedFile[] = [
    ...large.map(({ name }): RefusedFile => ({ name, fault: 'large' })),
    // Without a file, the field has one without a name.
    ...tooMany.flatMap(({ name }): RefusedFile[] => (name ? [{ name, fault: 'many' }] : [])),
  ]
  const errors = findErrors(valuesIn(data), textIn(data, 'items') !== '')
  return refused.length > 0 ? { ...errors, files: refused } : errors
}

/** @throws Error for an unexpected response */
async function fetchToken() {
  const response = await fetch(`${addresses.enquiry()}?_data=${encodeURIComponent(tokenRoute)}`)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const { form } = (await response.json()) as { form: FormState }
  return form.token ?? ''
}
