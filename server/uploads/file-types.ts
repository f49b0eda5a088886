import { otherKind } from '../text/file-names.ts'

/** Evidence of a file's type: the first ones as Latin-1, and the parts of formats that are named anywhere. */
interface Seen {
  head: string
  isText: boolean
  parts: ReadonlySet<string>
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le').toString('latin1')

/** Names of parts, which ZIP archives and OLE files have uncompressed. */
const macros = ['vbaProject.bin', utf16('_VBA_PROJECT')]
const parts = ['xl/workbook.xml', 'word/document.xml', ...macros]

const hasMacro = ({ parts }: Seen) => macros.some((macro) => parts.has(macro))
const startsWith = (start: RegExp) => (seen: Seen) => start.test(seen.head) && !hasMacro(seen)
const hasPart = (part: string) => (seen: Seen) =>
  startsWith(/^PK\x03\x04/)(seen) && seen.parts.has(part)

/** Cameras and messengers often name a picture after another format. */
const picture = /\.(?:png|jpe?g|jfif|webp|hei[cf])$/i
const openXml = 'application/vnd.openxmlformats-officedocument'

/** The accepted types by the extension of a download: media type, names, and what the bytes must show. */
const fileTypes = {
  pdf: ['application/pdf', /\.pdf$/i, startsWith(/%PDF-\d/)],
  png: ['image/png', picture, startsWith(/^\x89PNG\r\n\x1a\n/)],
  jpg: ['image/jpeg', picture, startsWith(/^\xff\xd8\xff/)],
  webp: ['image/webp', picture, startsWith(/^RIFF[^]{4}WEBP/)],
  heic: ['image/heic', picture, startsWith(/^[^]{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/)],
  xlsx: [`${openXml}.spreadsheetml.sheet`, /\.xlsx$/i, hasPart('xl/workbook.xml')],
  docx: [`${openXml}.wordprocessingml.document`, /\.docx$/i, hasPart('word/document.xml')],
  xls: ['application/vnd.ms-excel', /\.xls$/i, startsWith(/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/)],
  dwg: ['image/vnd.dwg', /\.dwg$/i, startsWith(/^AC10/)],
  dxf: ['image/vnd.dxf', /\.dxf$/i, ({ isText, head }) => isText && head.includes('SECTION')],
  csv: ['text/csv', /\.(?:csv|tsv)$/i, ({ isText }) => isText],
  txt: ['text/plain', /\.txt$/i, ({ isText }) => isText],
  [otherKind]: ['application/octet-stream', /(?!)/, () => false],
} satisfies Record<string, [type: string, names: RegExp, matches: (seen: Seen) => boolean]>

type FileKind = keyof typeof fileTypes

export const fileKinds = Object.keys(fileTypes) as [FileKind, ...FileKind[]]

export const mediaTypeOf = (kind: FileKind): string => fileTypes[kind][0]

const headLength = 1_024
/** Longer than the name of every part, which may be divided between two pieces. */
const overlap = 32
const notText = /[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]/

/** Finds the type of a file by its bytes, piece by piece; what a browser says about it is not used. */
export function createInspector() {
  const seen = { head: '', isText: true, parts: new Set<string>() }
  let end = ''
  return {
    add(piece: Buffer) {
      const text = piece.toString('latin1')
      const known = end + text
      if (seen.head.length < headLength) seen.head += text.slice(0, headLength)
      // Texts in UTF-16, as spreadsheets save them, begin with a mark.
      seen.isText &&= !notText.test(text) || /^(?:\xff\xfe|\xfe\xff)/.test(seen.head)
      for (const part of parts) if (known.includes(part)) seen.parts.add(part)
      end = known.slice(-overlap)
    },
    /** @returns null for a file whose name and bytes are not those of one accepted type */
    kindOf: (name: string): FileKind | null =>
      fileKinds.find((kind) => {
        const [, names, matches] = fileTypes[kind]
        return seen.head !== '' && names.test(name) && matches(seen)
      }) ?? null,
  }
}

/** Max. length of a name before its extension, in UTF-16 code units. */
const maxNameLength = 80

/**
 * Makes a file name safe to show, and to save on any system: without folders, control characters and direction marks,
 * and not too long. It keeps its extension.
 */
export function cleanFileName(sent: string) {
  const [plain = ''] = sent.toWellFormed().split(/[\\/]/).slice(-1)
  const name = plain
    .replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replace(/["*:<>?|\s]+/g, ' ')
    .trim()
  const [extension = ''] = /\.[a-z\d]{1,5}$/i.exec(name) ?? []
  const stem = name.slice(0, name.length - extension.length).replace(/^[.\s]+|[.\s]+$/g, '')
  return (stem.slice(0, maxNameLength).replace(/[\uD800-\uDBFF]$/, '') || 'file') + extension
}
