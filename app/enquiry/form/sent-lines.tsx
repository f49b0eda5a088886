import { useState } from 'react'
import { useTranslation } from '../../language/translation'
import { isolate } from '@site/arabic-text/directions'
import { addresses } from '../../addresses'
import { Icon } from '../../components/icon'
import { MixedText } from '../../components/mixed-text'
import { SpecTable } from '../../components/post-facts'
import { CopyButton, PrintButton } from '../../components/share'
import { languages } from '../../language/languages'
import { useLanguage } from '../../language/text-language'
import { lineText } from '../list/quote-line'
import { LineCode, LineQuantity } from '../list/quote-line-fields'
import { itemsText } from '../quote-items'
import { enquiryFields, noteField } from './enquiry-fields'
import { storeNotes } from './stored-draft'
import { readSent } from './stored-sent'

/** The enquiry that this tab has sent, from its own storage; nothing without any. */
export function SentLines({ reference }: { reference: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [{ sentAt, values, lines }] = useState(() => readSent(reference))
  const [isCopied, setIsCopied] = useState(false)
  if (sentAt === 0) return null

  const isolateLines = (text: string) => text.replace(/.+/g, (line) => isolate(line, language))
  const { intl, dir } = languages[language]
  const time = new Intl.DateTimeFormat(intl, { dateStyle: 'long', timeStyle: 'short' })
  const facts = [
    { name: t('enquiry.sent.time'), value: time.format(sentAt), unit: '' },
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
      ...lines.map((line) => lineText(t, line)),
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
          {lines.map((line, at) => (
            <li key={at}>
              <div>
                <p className="quote-title">
                  <MixedText text={line.title} language={line.language} />
                </p>
                <LineCode line={line} />
                {line.note && (
                  <p dir="auto">
                    <MixedText text={line.note} />
                  </p>
                )}
              </div>
              <LineQuantity line={line} />
            </li>
          ))}
        </ol>
      )}
      <form className="quote-buttons" method="post" action={addresses.quoteList()}>
        {lines.some(({ id }) => id !== '') && (
          <>
            <input type="hidden" name="action" value="take" />
            <input type="hidden" name="items" value={itemsText(lines)} />
            {lines.map(({ id, note }, at) => (
              <input key={at} type="hidden" name={noteField(id)} value={note} />
            ))}
            <button className="button" onClick={() => storeNotes(lines)}>
              {t('enquiry.sent.again')}
            </button>{' '}
            <button className="text-link" formAction={`${addresses.quoteList()}.csv`}>
              <Icon name="file" />
              {t('quote.csv')}
            </button>
          </>
        )}{' '}
        <PrintButton />{' '}
        {'clipboard' in navigator && (
          <CopyButton text={text} onCopied={() => setIsCopied(true)}>
            {t('quote.copy')}
          </CopyButton>
        )}{' '}
        <span role="status">{isCopied && t('quote.copied')}</span>
      </form>
    </div>
  )
}
