import { addresses } from '../addresses'

/** What a list of documents is restricted to: by a question, by their kind, by one product or solution. */
export interface DocumentsSelection {
  q?: string
  kind?: string
  /** A postID, as in `product`. */
  solution?: string
  product?: string
}

/** The parameters of a selection, without empty ones, sorted by name. */
export function documentSelectors({ kind, product, q, solution }: DocumentsSelection) {
  const all = { kind, product, q, solution }
  return Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  )
}

/** The address of a list of documents. */
export function documentsAddress(selection: DocumentsSelection = {}) {
  const search = new URLSearchParams(documentSelectors(selection)).toString()
  return addresses.documents() + (search && `?${search}`)
}
