/** Control characters, direction overrides, U+FFFD, and surrogates, which may be unpaired. */
const unprintable =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\uD800-\uDFFF\uFFFD]/

/**
 * Removes lone surrogates, NUL and other control characters, which cannot be displayed, and
 * direction overrides, which would reverse the page around them. Keeps tab and line breaks.
 */
export function cleanText(value: string) {
  return stripUnprintable(value).trim()
}

/** As cleanText, without trimming. */
export function stripUnprintable(value: string) {
  if (!unprintable.test(value)) return value
  return value
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\uFFFD]/g, '')
}
