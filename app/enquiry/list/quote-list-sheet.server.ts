import type { LoadArgs } from '../../content/loaders.server'
import { listSheetResponse, type Submittal } from '../../sheets/list-sheet.server'
import { maxSubmittalText } from '../../sheets/submittal'
import { cleanLine } from '../enquiries.server'
import { textIn } from '../form/read-enquiry.server'
import { sharedListPath, variantOf, type QuoteItem } from '../quote-items'
import { readLines } from './quote-lines.server'

/** Responds with a quotation list as a PDF. An item that is not on the site keeps its name. */
export async function quoteListSheet(
  source: Pick<LoadArgs<string>, 'content' | 'context'>,
  items: QuoteItem[],
  submittal: Submittal | null,
) {
  const lines = await readLines(source, items)
  const listed = lines.map(({ id, state, saleUnit, note = '', ...line }) => ({
    ...line,
    ...{ asked: '', note, unit: saleUnit, deviations: null },
    productId: state === 'missing' ? '' : (variantOf(id)?.postId ?? id),
  }))
  const heading = source.content.t('quote.heading')
  return listSheetResponse(
    source,
    { heading, lines: listed, path: sharedListPath(items) },
    submittal,
  )
}

/** Reads the fields of a submittal; null if the form asks for the list alone. */
export function submittalIn(form: FormData): Submittal | null {
  if (textIn(form, 'sheet') !== 'submittal') return null
  const read = (field: string) => cleanLine(textIn(form, field)).slice(0, maxSubmittalText)
  return {
    project: read('project'),
    contractor: read('contractor'),
    consultant: read('consultant'),
  }
}
