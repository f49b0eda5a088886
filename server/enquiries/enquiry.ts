import type { ContentLanguage } from '../content/content-calls.ts'

/** What a visitor asks for, as it is stored and delivered. Its texts are cleaned once more (clean-enquiry.ts), and may be empty. */
export interface Enquiry {
  /** The id of the form it was sent with (form-token.ts): the same form again is the same enquiry. */
  form: string
  /** Of the page with the form, and so of the messages about it. */
  language: ContentLanguage
  name: string
  email: string
  /** As the visitor wrote it, with digits 0 to 9. */
  phone: string
  company: string
  city: string
  /** With line breaks as \n. */
  message: string
  items: EnquiryItem[]
  /** Whether it has so many links that its reader should be warned. */
  hasManyLinks: boolean
  /** Whether the visitor may get a confirmation by mail (submission-limit.ts). */
  mayConfirm: boolean
}

/** A product that is asked for. */
export interface EnquiryItem {
  /** As in the list: of the product, or of one of its order codes. */
  id: string
  /** In the enquiry's language; the id where the product could not be read. */
  title: string
  /** The order code; empty for a product without. */
  code: string
  quantity: number
  note: string
  /** Of the product's page, absolute; empty where the product could not be read. */
  url: string
}
