import { useEffect, useRef, useState, type FormEvent } from 'react'
import { addresses } from '../../addresses'
import { findErrors, enquiryFields, noValues, type EnquiryErrors } from './enquiry-fields'
import type { FormState } from './form-state'
import { restoreDraft, storeDraft } from './stored-draft'

/** The route that issues tokens: that of the form alone. */
const tokenRoute = 'routes/enquiry'

/**
 * What script adds to an enquiry form: it checks the fields before they are sent, sends them once, stores
 * what is typed, and requests the token that a cached page lacks.
 */
export function useEnquiryForm(state: FormState) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<EnquiryErrors>(state.errors)
  const [token, setToken] = useState(state.token)
  const isSent = useRef(false)
  const isRequested = useRef(false)

  useEffect(() => {
    if (form.current) restoreDraft(form.current)
    const onPageShow = () => (isSent.current = false)
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])

  function onFocus() {
    if (token !== null || isRequested.current) return
    isRequested.current = true
    fetchToken().then(setToken, () => {
      // Without a token the server asks to check the form once more.
      isRequested.current = false
    })
  }

  function onInput() {
    if (form.current) storeDraft(form.current)
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    // Buttons that change the list have an address of their own.
    if (submitter?.hasAttribute('formaction')) return
    const found = errorsIn(event.currentTarget)
    const isFaulty = Object.keys(found).length > 0
    if (isFaulty || isSent.current) event.preventDefault()
    else isSent.current = true
    if (isFaulty) setErrors(found)
  }

  return { form, token, errors, handlers: { onFocus, onInput, onSubmit } }
}

function errorsIn(form: HTMLFormElement) {
  const data = new FormData(form)
  const values = { ...noValues }
  for (const name of enquiryFields) values[name] = String(data.get(name) ?? '').trim()
  return findErrors(values, String(data.get('items') ?? '') !== '')
}

async function fetchToken(): Promise<string | null> {
  const response = await fetch(`${addresses.enquiry()}?_data=${encodeURIComponent(tokenRoute)}`)
  const { form } = (await response.json()) as { form: FormState }
  return form.token
}
