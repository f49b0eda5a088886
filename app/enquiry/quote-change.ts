/** Sent to the window when this page has changed the list. */
export const quoteChangeEvent = 'quote-change'

/** Tells the header's counter to count again. */
export function quoteChanged() {
  window.dispatchEvent(new Event(quoteChangeEvent))
}
