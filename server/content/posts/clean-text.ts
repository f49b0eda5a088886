/** What cannot be shown, and what has to be looked at more closely: halves of surrogate pairs. */
const unclean =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\uD800-\uDFFF\uFFFD]/

/**
 * Lone surrogates, NUL and other control characters cannot be shown, and direction overrides
 * would turn the page round them; all of them go. Tab and line breaks stay.
 */
export function cleanText(value: string) {
  return withoutUnclean(value).trim()
}

/** The same, with the white space around. */
export function withoutUnclean(value: string) {
  if (!unclean.test(value)) return value
  return value
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\uFFFD]/g, '')
}
