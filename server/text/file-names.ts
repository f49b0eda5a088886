/** Backslash, control characters and direction overrides. */
const forbidden = /[\\\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/

const encoded = /%(?:[0-9a-f]{2}|u[0-9a-f]{4})/i

const scheme = /^[a-z][a-z\d+.-]*:.*\//i

/** Empty, "." or "..", also in variants that some servers normalise to these. */
const dotSegment = /^(?:$|[.\s]+(?:[;?#]|$))/

/**
 * Whether a text names a file of the image base, possibly in a folder: a relative path that cannot
 * leave the base, even when decoded twice. `encodeFileName` writes it for URLs.
 */
export function isFileName(name: string) {
  const isLeaving = name.split('/').some((segment) => dotSegment.test(segment))
  return (
    name.length <= 255 &&
    !isLeaving &&
    !forbidden.test(name) &&
    !encoded.test(name) &&
    !scheme.test(name)
  )
}

/** The files of an enquiry: their field, their number, and the bytes of each. */
export const enquiryFiles = { field: 'files', max: 3, maxBytes: 10 * 1024 * 1024 }

/** Formats a size for messages in any language, in kB or MB. */
export function sizeText(bytes: number) {
  return bytes < 999_500
    ? `${Math.max(Math.round(bytes / 1e3), 1)} kB`
    : `${(bytes / 1e6).toFixed(1)} MB`
}

/** Encodes a file name for a URL path, segment by segment, since proxies mishandle "%2F". */
export function encodeFileName(name: string) {
  return name.split('/').map(encodeURIComponent).join('/')
}

/**
 * Decodes the file name in a URL path; an encoded slash does not separate segments.
 * @returns a name, possibly invalid; empty if the path is malformed
 */
export function decodeFileName(path: string) {
  try {
    const segments = path.split('/').map(decodeURIComponent)
    return segments.some((segment) => segment.includes('/')) ? '' : segments.join('/')
  } catch {
    return ''
  }
}

const pictures = /\.(?:png|jpe?g|jpe|jfif|webp|gif|avif)$/i

/** Whether the extension is that of an image that pages may show. */
export function isPictureName(file: string) {
  return pictures.test(file)
}
