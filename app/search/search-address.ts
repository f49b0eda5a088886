import { addresses } from '../addresses'

/**
 * The address of a search.
 * @param kind only results of this kind; empty for all
 */
export function searchAddress(question: string, kind = '') {
  return `${addresses.search()}?${new URLSearchParams({ q: question, ...(kind && { kind }) })}`
}

/** The address of the suggestions for a text, as JSON. */
export function suggestAddress(text: string) {
  return `${addresses.search()}/suggest?${new URLSearchParams({ q: text })}`
}
