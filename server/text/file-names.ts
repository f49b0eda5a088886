/** The files of an enquiry: their field, their number, and the bytes of each. */
export const enquiryFiles = { field: 'files', max: 3, maxBytes: 10 * 1024 * 1024 }

/**
 * The kind of a file that enquiries do not accept, in a field that accepts any: this site reads it, and passes it on to
 * nobody.
 */
export const otherKind = 'other'

/** Formats a size for messages in any language, in kB or MB. */
export function sizeText(bytes: number) {
  return bytes < 999_500
    ? `${Math.max(Math.round(bytes / 1e3), 1)} kB`
    : `${(bytes / 1e6).toFixed(1)} MB`
}
