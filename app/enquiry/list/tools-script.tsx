import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../language/translation'
import { CopyButton, messageLinksTo, PrintButton } from '../../components/share'
import type { ContactLinks } from '@site/arabic-text/linked-text'
import { noteField } from '../form/enquiry-fields'
import { lineText, type QuoteLine } from './quote-line'

/**
 * Returns the WhatsApp link to the company, with the notes as they stand in the form; null without
 * a number.
 */
export function askHref(
  t: TFunction,
  lines: QuoteLine[],
  address: string,
  contact: ContactLinks | null | undefined,
) {
  return messageLinksTo(contact, t('quote.ask'), textWithNotes(t, lines, address)).whatsapp
}

function textWithNotes(t: TFunction, lines: QuoteLine[], address: string) {
  const texts = lines.map((line) =>
    lineText(t, { ...line, note: noteOf(line)?.value.trim() ?? '' }),
  )
  return [address, ...texts].join('\n')
}

function noteOf({ id }: QuoteLine) {
  const [field] = document.getElementsByName(noteField(id))
  return field instanceof HTMLInputElement ? field : null
}

/** The list tools that need script. */
export function ToolButtons({ lines, address }: { lines: QuoteLine[]; address: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState<'link' | 'list' | null>(null)

  useEffect(() => {
    /** A field cuts off a long note; the stylesheet prints this. */
    function onPrint() {
      for (const field of lines.map(noteOf)) {
        if (field?.parentElement) field.parentElement.dataset['note'] = field.value
      }
    }
    addEventListener('beforeprint', onPrint)
    return () => removeEventListener('beforeprint', onPrint)
  }, [lines])

  const listText = () => `${t('quote.heading')}\n${textWithNotes(t, lines, address)}`
  return (
    <>
      {'clipboard' in navigator && (
        <>
          <li>
            <CopyButton text={() => address} onCopied={() => setCopied('link')}>
              {t('share.copy')}
            </CopyButton>
          </li>
          <li>
            <CopyButton text={listText} onCopied={() => setCopied('list')}>
              {t('quote.copy')}
            </CopyButton>
          </li>
        </>
      )}
      <li>
        <PrintButton />
      </li>
      <li>
        <p role="status">{copied && t(copied === 'link' ? 'share.copied' : 'quote.copied')}</p>
      </li>
    </>
  )
}
