/** Path separators, '?' and '#', control characters and direction overrides. */
const forbidden = /[/\\?#\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/
const encoded = /%[0-9a-f]{2}/i

/**
 * Whether a text is a plain file name of the image base: no path, encoded or not. Callers encode it
 * in URLs.
 */
export function isFileName(name: string) {
  const hasLength = name.length > 0 && name.length <= 255
  return hasLength && !/^\.{1,2}$/.test(name) && !forbidden.test(name) && !encoded.test(name)
}
