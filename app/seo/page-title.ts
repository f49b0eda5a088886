/** The title of a browser's tab: that of the page, and the company's short name if it is known. */
export function pageTitle(title: string, siteName: string) {
  return [title, siteName].filter((part) => part !== '').join(' | ')
}
