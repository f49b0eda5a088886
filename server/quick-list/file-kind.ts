import { decodeText } from '@site/arabic-text/characters'

/** The kind of a list's file: a workbook, a document that is read in a process of its own, or text. */
type ListFileKind = 'workbook' | 'oldWorkbook' | 'pdf' | 'word' | 'text'

/** Why a list's file is not read, as far as its bytes say it; keys of the translations. */
export type FileFault = 'unreadable' | 'large' | 'pictures' | 'oldDocument'

/** Max. size of a text file, bytes: in UTF-16, 256 kB of text take twice that. */
const maxTextBytes = 512 * 1024

/** PNG, JPEG, GIF, TIFF, BMP, WebP, HEIC and AVIF. */
const picture =
  /^(?:\x89PNG|\xff\xd8\xff|GIF8|II\*\0|MM\0\*|BM|RIFF[^]{4}WEBP|[^]{4}ftyp(?:he|mif|msf|avi))/

/** Tells a file's kind by its bytes: browsers send what the name says. */
export function fileKindOf(content: Uint8Array): ListFileKind | { fault: FileFault } {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const start = bytes.subarray(0, 16).toString('latin1')
  if (start.startsWith('PK\u0003\u0004')) {
    return bytes.includes('word/document') ? 'word' : 'workbook'
  }
  // Files of old programs, and those with a password, are OLE containers; the names in them are UTF-16.
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0')) {
    const isDocument = bytes.includes(Buffer.from('WordDocument', 'utf16le'))
    return isDocument ? { fault: 'oldDocument' } : 'oldWorkbook'
  }
  // Mail programs may leave a line before the start of a PDF.
  if (bytes.subarray(0, 1_024).includes('%PDF-')) return 'pdf'
  if (start.startsWith('{\\rtf')) return { fault: 'oldDocument' }
  if (picture.test(start)) return { fault: 'pictures' }
  const text = textOf(bytes.subarray(0, 4_096))
  // Programs save XML and HTML tables as workbooks.
  if (/^\s*<(?:\?xml|!doctype|html|table|meta|head)/i.test(text)) return 'workbook'
  if (bytes.length > maxTextBytes) return { fault: 'large' }
  const whole = textOf(bytes)
  return whole === '' || whole.includes('\0') ? { fault: 'unreadable' } : 'text'
}

/** The text of a file; empty if it is none. */
export function textOf(bytes: Uint8Array) {
  return decodeText(bytes)?.replace(/^\ufeff/, '') ?? ''
}
