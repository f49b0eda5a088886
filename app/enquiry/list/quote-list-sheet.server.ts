import type { LoadArgs } from '../../content/loaders.server'
import { listSheetResponse, type Submittal } from '../../sheets/list-sheet.server'
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
