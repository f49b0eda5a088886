import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../language/translation'
import { isolate } from '@site/arabic-text/directions'
import type { EnquiryItem } from '../../../server/enquiries/enquiry'
import { addresses } from '../../addresses'
import { useIsHydrated } from '../../components/hydration'
import { Icon } from '../../components/icon'
import { Ltr, MixedText } from '../../components/mixed-text'
import { SpecTable } from '../../components/post-facts'
import { CopyButton, PrintButton } from '../../components/share'
import { formatNumber } from '../../language/format'
import { languages, type Language } from '../../language/languages'
import { useLanguage } from '../../language/text-language'
import { lineText } from '../list/quote-line'
import { itemsText, type QuoteItem } from '../quote-items'
import { enquiryFields, noteField, type EnquiryValues } from './enquiry-fields'
import { storeNotes } from './stored-draft'

/** An enquiry that was sent. */
export interface Sent {
  /** When it was sent, and how far it is, in words. */
  time: string
  state: string
  values: EnquiryValues
  lines: EnquiryItem[]
  /** The lines with a product as a list; null without any, and where they are too many for one. */
  items: (QuoteItem & { note: string })[] | null
  /** Set if their titles are not in the page's language. */
  language?: Language
  files: { name: string; size: string }[]
}

/**
 * Shows what was sent, to be copied and printed, and to begin a new list with.
 * @param children further things to do with it
 */
export function SentLines({
  reference,
  sent: { time, state, values, lines, items, language: titleLanguage, files },
  children,
}: {
  reference: string
  sent: Sent
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isHydrated = useIsHydrated()
  const [isCopied, setIsCopied] = useState(false)

  const isolateLines = (text: string) => text.replace(/.+/g, (line) => isolate(line, language))
  const { dir } = languages[language]
  const facts = [
    { name: t('enquiry.sent.time'), value: time, unit: '' },
    { name: t('enquiry.sent.state'), value: state, unit: '' },
    ...enquiryFields.map((field) => ({
      name: t(`enquiry.fields.${field}`),
      value: values[field],
      unit: '',
    })),
  ].filter(({ value }) => value !== '')

  const text = () =>
    [
      `${t('enquiry.sent.reference')} ${reference}`,
      ...facts.map(({ name, value }) => `${name}: ${isolateLines(value)}`),
      ...lines.map(({ title, code, ...line }) => {
        const name = isolate(title, language) + (code && ` (${isolate(code, language)})`)
        return lineText(t, { ...line, name })
      }),
      ...files.map(({ name, size }) => `${isolate(name, language)} (${size})`),
    ].join('\n')

  return (
    <div className="sent-lines">
      {/* The table itself isolates what is not Arabic. */}
      <SpecTable
        heading={t('enquiry.sent.lines')}
        specs={
          dir === 'rtl'
            ? facts
            : facts.map((fact) => ({ ...fact, value: isolateLines(fact.value) }))
        }
      />
      {lines.length > 0 && (
        <ol className="quote-lines" data-fixed>
          {lines.map(({ title, code, asked, note, quantity, saleUnit }, at) => (
            <li key={at}>
              <div>
                <p className="quote-title">
                  <MixedText text={title} language={titleLanguage} />
                </p>
                {code !== '' && (
                  <p className="quote-code">
                    <Ltr>{code}</Ltr>
                  </p>
                )}
                {[asked === title ? '' : asked, note]
                  .filter((words) => words !== '')
                  .map((words) => (
                    <p key={words} dir="auto">
                      <MixedText text={words} />
                    </p>
                  ))}
              </div>
              <p className="quote-quantity">
                <span>{t('quote.quantity')}</span>{' '}
                <b>
                  {quantity === null ? t('quickList.unstated') : formatNumber(quantity, language)}
                </b>{' '}
                <MixedText text={saleUnit} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {files.length > 0 && (
        <>
          <h3>{t('enquiry.fields.files')}</h3>
          <ul>
            {files.map(({ name, size }, at) => (
              <li key={at}>
                <MixedText text={name} /> ({size})
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="quote-buttons">
        {lines.length > 0 && <AgainForm lines={lines} items={items} />} {children}{' '}
        {isHydrated && <PrintButton />}{' '}
        {isHydrated && 'clipboard' in navigator && (
          <CopyButton text={text} onCopied={() => setIsCopied(true)}>
            {t('quote.copy')}
          </CopyButton>
        )}{' '}
        <span role="status">{isCopied && t('quote.copied')}</span>
      </div>
    </div>
  )
}

/** Puts the products on the visitor's list again; where it cannot have them, all lines are looked up as a buyer's. */
function AgainForm({ lines, items }: Pick<Sent, 'lines' | 'items'>) {
  const { t } = useTranslation()
  const text = lines
    .map(({ code, asked, title, quantity }) => `${code || asked || title}\t${quantity ?? ''}`)
    .join('\n')
  return (
    <form
      className="quote-buttons"
      method="post"
      action={items ? addresses.quoteList() : addresses.quickList()}
      onSubmit={() => storeNotes(items ?? [])}
    >
      {items ? (
        <>
          <input type="hidden" name="action" value="replace" />
          <input type="hidden" name="items" value={itemsText(items)} />
          {items.map(({ id, note }) => (
            <input key={id} type="hidden" name={noteField(id)} value={note} />
          ))}
        </>
      ) : (
        <input type="hidden" name="lines" value={text} />
      )}
      <button className="button">{t('enquiry.sent.again')}</button>{' '}
      {items && (
        <button className="text-link" formAction={`${addresses.quoteList()}.csv`}>
          <Icon name="file" />
          {t('quote.csv')}
        </button>
      )}
    </form>
  )
}
