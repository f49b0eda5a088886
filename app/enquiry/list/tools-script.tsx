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

/** The list tools that need script: a link to it, then the formats without a file. */
export function CopyLink({ address }: { address: string }) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  if (!('clipboard' in navigator)) return null
  return (
    <li>
      <CopyButton text={() => address} onCopied={() => setIsCopied(true)}>
        {t('share.copy')}
      </CopyButton>
      <p role="status">{isCopied && t('share.copied')}</p>
    </li>
  )
}

export function CopyAndPrint({ lines, address }: { lines: QuoteLine[]; address: string }) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    /** A field cuts off a long note; the stylesheet prints this. */
    function onPrint() {
      for (const field of lines.map(noteOf)) {
        const note = field?.closest('details')
        if (!field || !note) continue
        note.dataset['note'] = field.value
        note.open ||= field.value !== ''
      }
    }
    addEventListener('beforeprint', onPrint)
    return () => removeEventListener('beforeprint', onPrint)
  }, [lines])

  const listText = () => `${t('quote.heading')}\n${textWithNotes(t, lines, address)}`
  return (
    <>
      {'clipboard' in navigator && (
        <li>
          <CopyButton text={listText} onCopied={() => setIsCopied(true)}>
            {t('quote.copy')}
          </CopyButton>
          <p role="status">{isCopied && t('quote.copied')}</p>
        </li>
      )}
      <li>
        <PrintButton />
      </li>
    </>
  )
}
