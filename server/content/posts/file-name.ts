/** Path separators, what ends a path, control characters and direction overrides. */
const unfit = /[/\\?#\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/
const encoded = /%[0-9a-f]{2}/i

/**
 * Whether a text can be the name of a file in the image base: a name and no path, not an encoded one
 * either. It is encoded wherever it becomes part of an address.
 */
export function isFileName(name: string) {
  const hasLength = name.length > 0 && name.length <= 255
  return hasLength && !/^\.{1,2}$/.test(name) && !unfit.test(name) && !encoded.test(name)
}
