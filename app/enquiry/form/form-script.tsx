import { useEffect, type RefObject } from 'react'
import { addresses } from '../../addresses'
import { findErrors, enquiryFields, noValues, type EnquiryErrors } from './enquiry-fields'
import type { FormState } from './form-state'
import { restoreDraft, storeDraft } from './stored-draft'

/** The route that issues tokens: that of the form alone. */
const tokenRoute = 'routes/enquiry'

/**
 * What script adds to an enquiry form, loaded later than the form: it checks the fields before they are
 * sent, sends them once, stores what is typed, and requests the token that a cached page lacks.
 * @param onErrors called with what is wrong with the fields; the same function in every render
 */
export function FormScript({
  form: formRef,
  onErrors,
}: {
  form: RefObject<HTMLFormElement>
  onErrors: (errors: EnquiryErrors) => void
}) {
  useEffect(() => {
    const form = formRef.current
    if (!form) return undefined
    const { form: token } = form.elements as unknown as { form: HTMLInputElement }
    let isSent = false
    let isRequested = false

    function requestToken() {
      if (token.value !== '' || isRequested) return
      isRequested = true
      fetchToken().then(
        (text) => (token.value = text),
        // Without a token the server asks to check the form once more.
        () => (isRequested = false),
      )
    }
    function onInput() {
      if (form) storeDraft(form)
    }
    function onSubmit(event: SubmitEvent) {
      // Buttons that change the list have an address of their own.
      if (!form || event.submitter?.hasAttribute('formaction')) return
      const errors = errorsIn(form)
      const isFaulty = Object.keys(errors).length > 0
      if (isFaulty || isSent) event.preventDefault()
      else isSent = true
      if (isFaulty) onErrors(errors)
    }
    function onPageShow() {
      isSent = false
    }

    restoreDraft(form)
    if (form.contains(document.activeElement)) requestToken()
    form.addEventListener('focusin', requestToken)
    form.addEventListener('input', onInput)
    form.addEventListener('submit', onSubmit)
    window.addEventListener('pageshow', onPageShow)
    return () => {
      form.removeEventListener('focusin', requestToken)
      form.removeEventListener('input', onInput)
      form.removeEventListener('submit', onSubmit)
      window.removeEventListener('pageshow', onPageShow)
    }
  }, [formRef, onErrors])

  return null
}

function errorsIn(form: HTMLFormElement) {
  const data = new FormData(form)
  const textIn = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const values = { ...noValues }
  for (const name of enquiryFields) values[name] = textIn(name)
  return findErrors(values, textIn('items') !== '')
}

/** @throws Error when the server has not answered as it should */
async function fetchToken() {
  const response = await fetch(`${addresses.enquiry()}?_data=${encodeURIComponent(tokenRoute)}`)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const { form } = (await response.json()) as { form: FormState }
  return form.token ?? ''
}
