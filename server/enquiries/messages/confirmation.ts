import { emailParts, phoneParts, type TextPart } from '@site/arabic-text/linked-text'
import { sizeText } from '../../text/file-names.ts'
import type { StoredFile } from '../../uploads/uploads.ts'
import type { EnquiryMessage } from '../enquiry.ts'
import { directLine, isolate, markForSubject } from '@site/arabic-text/directions'
import { bdi, heading, html, linked, mailDocument, orderCode, paragraph } from './mail-html.ts'
import { messageWords } from './words.ts'

/** The company as its content presents it; each field is possibly empty. */
export interface Company {
  name: string
  phone: string
  email: string
}

/** Longer names of files are left out, and those with a number as long as one of a telephone. */
const maxFileName = 40
const longNumber = /\d(?:[ -]?\d){8}/

/**
 * Builds the confirmation to the visitor. Anybody can have it sent to anybody, so it has no text by
 * its sender: no name, message or note, and only products with an address, since their titles come
 * from our content. Files have their names, but for those that could carry a message: with an address, a telephone number, or long.
 * @param link opens the enquiry; empty for one that is not stored, and without a public address
 */
export function confirmationOf(
  { reference, enquiry }: EnquiryMessage,
  company: Company,
  siteUrl: string,
  link = '',
) {
  const { language, items } = enquiry
  const words = messageWords[language]
  const { confirmation, labels } = words
  const hasItems = items.length > 0
  const known = items.filter(({ url }) => url !== '')
  const others = items.length - known.length
  const contacts = [
    phoneParts(company.phone),
    emailParts(company.email),
    [{ text: siteUrl }],
  ].filter((parts) => parts.length > 0)
  const subject = confirmation.subject(hasItems, markForSubject(reference, language))

  const products = known.map(({ title, code, quantity, saleUnit }) => ({
    text:
      `${quantity ?? labels.unstated}${saleUnit && ` (${isolate(saleUnit, language)})`} × ${isolate(title, language)}` +
      (code === '' ? '' : ` (${isolate(code, language)})`),
    html: html`<li>
      ${quantity ?? labels.unstated} ${saleUnit === '' ? '' : html`(${bdi(saleUnit)})`} ×
      ${bdi(title)} ${code === '' ? '' : html`(${orderCode(code)})`}
    </li>`,
  }))
  const more = others > 0 && known.length > 0 ? [confirmation.moreProducts(others)] : []
  const files = enquiry.files.map((file) => [nameOf(file), sizeText(file.size)] as const)

  return {
    subject,
    text: [
      confirmation.thanks(hasItems),
      confirmation.reference(isolate(reference, language)),
      ...(products.length > 0 ? ['', confirmation.askedFor] : []),
      ...products.map(({ text }) => `• ${text}`),
      ...more,
      ...(files.length > 0 ? ['', confirmation.files] : []),
      ...files.map(([name, size]) => `• ${isolate(name, language)} (${isolate(size, language)})`),
      '',
      confirmation.next,
      ...(link === '' ? [] : [confirmation.link, isolate(link, language)]),
      '',
      ...(company.name === '' ? [] : [isolate(company.name, language)]),
      confirmation.contact,
      ...contacts.map((parts) => `• ${isolate(plainTextOf(parts), language)}`),
      '',
      confirmation.mistake,
    ]
      .map((line) => directLine(line, language))
      .join('\r\n'),
    html: mailDocument(words, subject, [
      heading(confirmation.thanks(hasItems)),
      paragraph(confirmation.reference(isolate(reference, language))),
      ...(products.length > 0
        ? [
            paragraph(confirmation.askedFor),
            html`<ul>
              ${products.map((product) => product.html)}
            </ul>`,
          ]
        : []),
      ...more.map(paragraph),
      ...(files.length > 0
        ? [
            paragraph(confirmation.files),
            html`<ul>
              ${files.map(([name, size]) => html`<li>${bdi(name)} (${bdi(size)})</li>`)}
            </ul>`,
          ]
        : []),
      paragraph(confirmation.next),
      ...(link === ''
        ? []
        : [paragraph(html`${confirmation.link} ${linked([{ text: link, href: link }])}`)]),
      ...(company.name === '' ? [] : [paragraph(bdi(company.name))]),
      paragraph(confirmation.contact),
      html`<ul>
        ${contacts.map((parts) => html`<li>${linked(parts)}</li>`)}
      </ul>`,
      paragraph(confirmation.mistake),
    ]),
  }
}

function nameOf({ name, kind }: StoredFile) {
  const isPlain =
    name.length <= maxFileName && /^[^.@]+\.\w{1,5}$/.test(name) && !longNumber.test(name)
  return isPlain ? name : kind.toUpperCase()
}

/** Joins the parts on one line. */
function plainTextOf(parts: readonly TextPart[]) {
  const text = parts.map((part) => part.text).join('')
  return text.replace(/\s+/g, ' ').trim()
}
