import type { TFunction } from 'i18next'
import { isolate } from '../../../server/text/directions'
import type { Language } from '../../language/languages'
import type { QuoteLine } from './quote-lines.server'

/**
 * Formats a list as plain text: one line per item, with its order code and note.
 * @param first the line above them, such as the list's address: first, since a link truncates long
 * texts
 */
export function listText(
  { t, lang }: { t: TFunction; lang: Language },
  lines: Pick<QuoteLine, 'title' | 'code' | 'quantity' | 'note'>[],
  first = '',
) {
  const texts = lines.map(({ title, code, quantity, note }) => {
    const name = isolate(title, lang) + (code === '' ? '' : ` (${isolate(code, lang)})`)
    return `${t('quote.textLine', { quantity, name })}${note ? `\n  ${isolate(note, lang)}` : ''}`
  })
  return [...(first === '' ? [] : [first]), ...texts].join('\n')
}
