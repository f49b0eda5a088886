import type { RouteHandle } from '../../server/http/validation/route-table'
import { archivePath, screens } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { askedItems, productsOf, readLines } from '../enquiry/list/quote-lines.server'
import { sharedListPath } from '../enquiry/quote-items'
import { archiveResponse } from '../sheets/archive.server'

export const handle = {
  kind: 'archive',
  query: ['items'],
  ordered: ['items'],
} satisfies RouteHandle

/** Serves all files of the products of a list: the one in the address, else the visitor's own. */
export const loader = fileLoader(archivePath(screens.quoteList), async (args) => {
  const items = askedItems(args.request)
  const title = args.content.t('quote.heading')
  const products = await productsOf(args.content, await readLines(args, items))
  return archiveResponse(args, { title, path: sharedListPath(items), products, isPrivate: true })
})
