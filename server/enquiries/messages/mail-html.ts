import { directedParts, directionOf, isolate } from '@site/arabic-text/directions'
import { factsOf, hasAsked, type MessageContext, notesOf } from './company-text.ts'
import type { EnquiryMessage, EnquiryItem } from '../enquiry.ts'
import type { TextPart } from '@site/arabic-text/linked-text'
import { messageWords, type MessageWords } from './words.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML with escaped texts. */
interface Html {
  html: string
}

/**
 * Builds HTML from a template. Texts are escaped, in attributes and between tags; nested HTML, or a
 * list of it, is not.
 */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | number | Html | Html[])[]
): Html {
  const texts = values.map((value) => {
    if (Array.isArray(value)) return value.map((each) => each.html).join('')
    return typeof value === 'object' ? value.html : escape(String(value))
  })
  return { html: parts.map((part, at) => part + (texts[at] ?? '')).join('') }
}

function escape(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

const styles = {
  body: 'margin:0;padding:16px;font-family:Segoe UI,Tahoma,Arial,sans-serif;font-size:15px;line-height:1.6;color:#1a1a1a;background:#ffffff',
  heading: 'margin:0 0 4px;font-size:20px;line-height:1.4',
  muted: 'margin:0 0 16px;color:#595959',
  note: 'margin:0 0 16px;padding:8px 12px;border:1px solid #8a6d00;background:#fff8dc',
  table: 'border-collapse:collapse;margin:0 0 16px',
  cell: 'padding:6px 10px;border:1px solid #c9c9c9;text-align:start;vertical-align:top',
  message: 'margin:0 0 16px;padding:8px 12px;border:1px solid #c9c9c9',
}

/** Builds a complete HTML mail. */
export function mailDocument({ lang, dir }: MessageWords, title: string, content: Html[]) {
  return html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body dir="${dir}" style="${styles.body}">
        ${content}
      </body>
    </html>`.html
}

export function heading(text: string) {
  return html`<h1 style="${styles.heading}">${text}</h1>`
}

export function paragraph(text: string | Html) {
  return html`<p style="margin:0 0 16px">${text}</p>`
}

/** Formats a value with its links, each part in its own direction. */
export function linked(parts: readonly TextPart[]) {
  return parts.map(({ text, href }) =>
    href === undefined ? bdi(text) : html`<a href="${href}">${bdi(text)}</a>`,
  )
}

/** Isolates a line of text in its own direction, and its left-to-right runs. */
export function bdi(text: string): Html {
  // Without a direction, mail programs take that of the first letter outside nested elements.
  return directionOf(text) === 'rtl'
    ? html`<bdi>${runsOf(text)}</bdi>`
    : html`<bdi dir="ltr">${runsOf(text)}</bdi>`
}

/** Formats an order code, which must not break at its hyphens. */
export function orderCode(code: string) {
  return html`<span style="white-space:nowrap">${bdi(code)}</span>`
}

function runsOf(text: string): Html[] {
  const parts = directedParts(text)
  return parts.map((part) =>
    part.isLtr && parts.length > 1 ? html`<bdi dir="ltr">${part.text}</bdi>` : html`${part.text}`,
  )
}

/** Builds the message to the company as HTML. */
export function companyHtml(message: EnquiryMessage, subject: string, context: MessageContext) {
  const { items, message: text, language } = message.enquiry
  const words = messageWords[language]
  return mailDocument(words, subject, [
    heading(words.kind(items.length > 0)),
    html`<p style="${styles.muted}">${words.sentFrom(isolate(context.host, language))}</p>`,
    ...notesOf(message).map((note) => html`<p style="${styles.note}">${note}</p>`),
    table(factsOf(message, context).map((fact) => [words.labels[fact.name], bdi(fact.value)])),
    ...(text === '' ? [] : [messageHtml(text, words)]),
    ...(items.length === 0 ? [] : [itemsHtml(items, words)]),
  ])
}

function table(rows: [label: string, value: Html][]) {
  return html`<table style="${styles.table}">
    ${rows.map(
      ([label, value]) =>
        html`<tr>
          <th scope="row" style="${styles.cell}">${label}</th>
          <td style="${styles.cell}">${value}</td>
        </tr>`,
    )}
  </table>`
}

function messageHtml(text: string, { labels }: MessageWords) {
  const lines = text
    .split('\n')
    .map((line) => html`<div dir="${directionOf(line)}">${runsOf(line || '\u00a0')}</div>`)
  return html`<h2 style="${styles.heading}">${labels.message}</h2>
    <div style="${styles.message}">${lines}</div>`
}

function itemsHtml(items: EnquiryItem[], { labels, products }: MessageWords) {
  const isOfList = hasAsked(items)
  const columns = [
    ...(isOfList ? [labels.asked] : []),
    ...[labels.product, labels.code, labels.quantity, labels.note],
  ]
  return html`<h2 style="${styles.heading}">${products(items.length)}</h2>
    <table style="${styles.table}">
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" style="${styles.cell}">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${items.map((item) => {
          const cells = [
            ...(isOfList ? [bdi(item.asked)] : []),
            linkOf(item),
            orderCode(item.code),
            html`${bdi(String(item.quantity ?? labels.unstated))} ${bdi(item.saleUnit)}`,
            bdi(item.note),
          ]
          return html`<tr>
            ${cells.map((cell) => html`<td style="${styles.cell}">${cell}</td>`)}
          </tr>`
        })}
      </tbody>
    </table>`
}

function linkOf({ title, url }: EnquiryItem) {
  return url === '' ? bdi(title) : html`<a href="${url}">${bdi(title)}</a>`
}
