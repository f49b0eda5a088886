/** Types by extension, for the files that companies offer. Other files are downloads without a type. */
const contentTypes = new Map([
  ['7z', 'application/x-7z-compressed'],
  ['csv', 'text/csv; charset=utf-8'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['dwg', 'image/vnd.dwg'],
  ['dxf', 'image/vnd.dxf'],
  ['gz', 'application/gzip'],
  ['heic', 'image/heic'],
  ['ifc', 'application/x-step'],
  ['mp4', 'video/mp4'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['pdf', 'application/pdf'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['rar', 'application/vnd.rar'],
  ['rtf', 'application/rtf'],
  ['step', 'model/step'],
  ['stl', 'model/stl'],
  ['stp', 'model/step'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['txt', 'text/plain; charset=utf-8'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['zip', 'application/zip'],
])

export const pdf = 'application/pdf'
const anyBytes = 'application/octet-stream'

/** PDF readers search for this in the first kilobyte. */
const pdfStart = /%PDF-\d/

/** Whether a file's name alone identifies it as a document, not a picture. */
export function isDocumentName(file: string) {
  return contentTypes.has(extensionOf(file))
}

/**
 * Returns the Content-Type of a document.
 * @param head its first bytes, up to a kilobyte; null if unknown, in the middle of a file
 */
export function documentTypeOf(file: string, head: Buffer | null): string {
  if (head && pdfStart.test(head.toString('latin1'))) return pdf
  const type = contentTypes.get(extensionOf(file)) ?? anyBytes
  return head && type === pdf ? anyBytes : type
}

function extensionOf(file: string) {
  return /\.([a-z\d]{1,10})$/i.exec(file)?.[1]?.toLowerCase() ?? ''
}

/** Only a PDF is displayed: a browser might render anything else as a page of this site. */
export function isShown(type: string) {
  return type === pdf
}

/**
 * Builds the Content-Disposition of a file (RFC 6266), with its name in any script (RFC 8187).
 * @param file perhaps with its folder
 */
export function dispositionOf(file: string, type: string) {
  const name = file.split('/').at(-1) ?? ''
  const use = isShown(type) ? 'inline' : 'attachment'
  const plain = name.replace(/[^\x20-\x7e]+|["\\%]/g, '_')
  if (plain === name) return `${use}; filename="${name}"`
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${use}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
