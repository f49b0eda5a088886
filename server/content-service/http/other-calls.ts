import { z } from 'zod'
import type { ContentStore } from '../content-store.ts'
import { companyId, languages } from '../wire.ts'
import { parseFields } from './form.ts'
import type { Form } from './form.ts'
import { RequestError } from './request-error.ts'

const languageRecords = new Map([
  ['Ar', { langID: 'Ar', langName: 'العربية', langIsMain: true, dir: 'rtl' }],
  ['En', { langID: 'En', langName: 'English', langIsMain: false, dir: 'ltr' }],
])

/** The one that /languages/getLangIsMain gives. */
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
  comEmail: z.email('must be an e-mail address').max(254, 'must be an e-mail address'),
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

/** The main-system call: a JSON list with the one company, or none for another FbrnId. */
export function answerMainSystem(store: ContentStore, form: Form): string {
  const fields = parseFields(mainSystemForm, form)
  if (fields.FbrnId !== companyId && fields.FbrnId !== '') return '[]'
  const systemName = store.findCompanyName(fields.Lang) ?? ''
  return JSON.stringify([
    { systemID: companyId, systemName, systemLang: fields.Lang, FbrnId: companyId },
  ])
}

/**
 * The PostEmail call: keeps the e-mail durably, without the password, and sends nothing.
 * @throws RequestError 400 naming the field that is missing or wrong, 507 when no more is stored
 */
export function answerPostEmail(store: ContentStore, form: Form): string {
  const { title, details, comEmail, comEmailPort, isSend } = parseFields(emailForm, form)
  const emailID = store.storeEmail({ title, details, comEmail, comEmailPort, isSend })
  if (emailID === null) throw noRoom('e-mails')
  return JSON.stringify({ isSent: false, isStored: true, emailID })
}

/**
 * The company-processing call: keeps the record durably, whatever its fields are.
 * @throws RequestError 400 if it has none, 507 when no more is stored
 */
export function answerCompanyProcessing(store: ContentStore, form: Form): string {
  if (form.size === 0) throw new RequestError(400, 'The company record has no fields.')
  const companyID = store.storeCompany(form)
  if (companyID === null) throw noRoom('company records')
  return JSON.stringify({ companyID, isStored: true })
}

function noRoom(what: string) {
  return new RequestError(507, `The content service stores no more ${what}: delete some of them.`)
}

/** A language by its id, or the main one by the name getLangIsMain; as JSON text. */
export function findLanguage(id: string): string | undefined {
  const record = languageRecords.get(id === 'getLangIsMain' ? mainLanguage : id)
  return record && JSON.stringify(record)
}
