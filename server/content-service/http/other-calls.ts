import { z } from 'zod'
import { isMailAddress } from '../../text/mail-address.ts'
import type { ContentStore } from '../content-store.ts'
import { companyId, languages } from '../wire.ts'
import { parseFields } from './form.ts'
import type { Form } from './form.ts'
import { RequestError } from './request-error.ts'

const languageRecords = new Map([
  ['Ar', { langID: 'Ar', langName: 'العربية', langIsMain: true, dir: 'rtl' }],
  ['En', { langID: 'En', langName: 'English', langIsMain: false, dir: 'ltr' }],
])

/** The language returned by /languages/getLangIsMain. */
const mainLanguage = 'Ar'

const mainSystemForm = z.object({
  check: z.string().min(1, 'must name an operation'),
  Lang: z.enum(languages, 'must be Ar or En'),
  FbrnId: z.string(),
})

const emailForm = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(300, 'must not be longer than 300 characters'),
  details: z.string().trim().min(1, 'must not be empty'),
  comEmail: z
    .string()
    .refine((text) => text === '' || isMailAddress(text), 'must be an e-mail address, or empty'),
  comEmailPass: z.string(),
  comEmailPort: z
    .string()
    .regex(/^\d{0,5}$/, 'must be a port number from 1 to 65535, or empty')
    .transform((port) => (port === '' ? undefined : Number(port)))
    .refine(
      (port) => port === undefined || (port >= 1 && port <= 65535),
      'must be a port number from 1 to 65535, or empty',
    ),
  isSend: z
    .enum(['true', 'false', '1', '0', ''], 'must be true or false')
    .transform((word) => word === 'true' || word === '1'),
})

/** The main-system call: a JSON list with the one company; empty for another FbrnId. */
export function handleMainSystem(store: ContentStore, form: Form): string {
  const fields = parseFields(mainSystemForm, form)
  if (fields.FbrnId !== companyId && fields.FbrnId !== '') return '[]'
  const systemName = store.findCompanyName(fields.Lang) ?? ''
  return JSON.stringify([
    { systemID: companyId, systemName, systemLang: fields.Lang, FbrnId: companyId },
  ])
}

/**
 * The PostEmail call: stores the e-mail durably, without the password, and does not send it.
 * @throws RequestError 400 naming the missing or invalid field, 507 when the store is full
 */
export function handlePostEmail(store: ContentStore, form: Form): string {
  const { title, details, comEmail, comEmailPort, isSend } = parseFields(emailForm, form)
  const emailID = store.storeEmail({ title, details, comEmail, comEmailPort, isSend })
  if (emailID === null) throw storeFull('e-mails')
  return JSON.stringify({ isSent: false, isStored: true, emailID })
}

/**
 * The company-processing call: stores the record durably, with any fields.
 * @throws RequestError 400 if it has no fields, 507 when the store is full
 */
export function handleCompanyProcessing(store: ContentStore, form: Form): string {
  if (form.size === 0) throw new RequestError(400, 'The company record has no fields.')
  const companyID = store.storeCompany(form)
  if (companyID === null) throw storeFull('company records')
  return JSON.stringify({ companyID, isStored: true })
}

function storeFull(what: string) {
  return new RequestError(507, `The content service has no room for more ${what}: delete some.`)
}

/** A language by its ID, or the main one for "getLangIsMain", as JSON. */
export function findLanguage(id: string): string | undefined {
  const record = languageRecords.get(id === 'getLangIsMain' ? mainLanguage : id)
  return record && JSON.stringify(record)
}
