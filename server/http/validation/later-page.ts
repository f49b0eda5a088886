/** ASCII digits without a leading zero; at most six, more than any list needs. */
const laterPage = /^(?!1$)[1-9]\d{0,5}$/

/** Whether a text is a page number as links write it: from 2, because the first page has no parameter. */
export function isLaterPage(text: string) {
  return laterPage.test(text)
}
