/** ASCII digits, no zero in front; more digits than any list has pages are none. */
const laterPage = /^(?!1$)[1-9]\d{0,5}$/

/** Whether a text is the number of a list's later page, as links write it: the first page has none. */
export function isLaterPage(text: string) {
  return laterPage.test(text)
}
