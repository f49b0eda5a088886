import { PDFiumModule } from '@hyzyla/pdfium'
import { withPlainAlefs } from '@site/arabic-text/visual-order'

/** One or more letters of a page that are drawn as one; places in points, upwards from the lower left corner. */
export interface Glyph {
  /** In the order in which they are read. */
  text: string
  left: number
  right: number
  /** The line that letters stand on. */
  baseline: number
  /** Size of the font. */
  size: number
}

/** A drawn line, or the edge of a drawn rectangle. */
export interface Ruling {
  isVertical: boolean
  /** Its place on the other axis. */
  at: number
  from: number
  to: number
}

export interface PdfPage {
  glyphs: Glyph[]
  rulings: Ruling[]
  /** Whether it has a picture, such as a scan. */
  hasPicture: boolean
  /** Glyphs of which the file does not say the letter. */
  unknown: number
}

/** Why a PDF is not read. */
export type PdfFault = 'locked' | 'broken' | 'large'

export class PdfError extends Error {
  override name = 'PdfError'
  constructor(readonly fault: PdfFault) {
    super(`PDF is ${fault}`)
  }
}

export interface PdfLimits {
  pages: number
  /** Glyphs and drawn objects of the whole file. */
  objects: number
}

/** The functions of PDFium that the package's types lack; a page, its text and its objects are addresses. */
interface Pdfium {
  HEAPU8: Uint8Array
  wasmExports: { malloc: (bytes: number) => number; free: (address: number) => void }
  _FPDF_LoadMemDocument: (address: number, bytes: number, password: number) => number
  _FPDF_GetLastError: () => number
  _FPDF_GetPageCount: (file: number) => number
  _FPDF_LoadPage: (file: number, at: number) => number
  _FPDF_ClosePage: (page: number) => void
  _FPDF_GetMetaText: (file: number, name: number, address: number, bytes: number) => number
  _FPDFDoc_GetAttachmentCount: (file: number) => number
  _FPDFDoc_GetAttachment: (file: number, at: number) => number
  _FPDFAttachment_GetName: (attachment: number, address: number, bytes: number) => number
  _FPDFAttachment_GetFile: (
    ...to: [attachment: number, address: number, bytes: number, size: number]
  ) => number
  _FPDFText_LoadPage: (page: number) => number
  _FPDFText_ClosePage: (text: number) => void
  _FPDFText_GetFontSize: (text: number, at: number) => number
  _FPDFText_GetMatrix: (text: number, at: number, matrix: number) => number
  _FPDFText_CountChars: (text: number) => number
  _FPDFText_GetUnicode: (text: number, at: number) => number
  _FPDFText_IsGenerated: (text: number, at: number) => number
  _FPDFText_HasUnicodeMapError: (text: number, at: number) => number
  _FPDFText_GetCharAngle: (text: number, at: number) => number
  _FPDFText_GetCharOrigin: (text: number, at: number, x: number, y: number) => number
  _FPDFText_GetLooseCharBox: (text: number, at: number, box: number) => number
  _FPDFText_GetCharBox: (
    ...address: [text: number, at: number, left: number, right: number, bottom: number, top: number]
  ) => number
  _FPDFPage_CountObjects: (page: number) => number
  _FPDFPage_GetObject: (page: number, at: number) => number
  _FPDFFormObj_CountObjects: (form: number) => number
  _FPDFFormObj_GetObject: (form: number, at: number) => number
  _FPDFPageObj_GetType: (object: number) => number
  _FPDFPageObj_GetMatrix: (object: number, matrix: number) => number
  _FPDFPath_CountSegments: (path: number) => number
  _FPDFPath_GetPathSegment: (path: number, at: number) => number
  _FPDFPathSegment_GetPoint: (segment: number, x: number, y: number) => number
  _FPDFPathSegment_GetType: (segment: number) => number
  _FPDFPathSegment_GetClose: (segment: number) => number
}

const objectTypes = { path: 2, picture: 3, form: 5 }
const segmentTypes = { line: 0, curve: 1, move: 2 }
const passwordErrors = [4, 5]

type Matrix = readonly [number, number, number, number, number, number]
const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** Returns the matrix that applies one and then the other. */
function multiply(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one
  const [A, B, C, D, E, F] = other
  return [
    ...([a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D] as const),
    ...([e * A + f * C + E, e * B + f * D + F] as const),
  ]
}

function moved([x, y]: readonly [number, number], [a, b, c, d, e, f]: Matrix) {
  return [a * x + c * y + e, b * x + d * y + f] as const
}

/** Two opposite corners: left, bottom, right and top, unless the page is turned. */
type Box = readonly [number, number, number, number]

function turned([left, bottom, right, top]: Box, matrix: Matrix) {
  const [[x, y], [X, Y]] = [moved([left, bottom], matrix), moved([right, top], matrix)]
  return { left: Math.min(x, X), right: Math.max(x, X), height: Math.abs(Y - y) }
}

/** Turns of a page, by quarters clockwise, that make its text upright. */
const turns: readonly Matrix[] = [
  identity,
  [0, 1, -1, 0, 0, 0],
  [-1, 0, 0, -1, 0, 0],
  [0, -1, 1, 0, 0, 0],
]

const controls = /\p{Cc}/u

/** The least size of a font by the height of its box; a font of drawings states another. */
const leastSize = 0.6

const joining = /\p{Script=Arabic}/u

/** A PDF file whose pages are read one by one, with PDFium: other readers give text, and not where its glyphs are. */
export class PdfFile {
  readonly pageCount: number
  readonly #pdfium: Pdfium
  readonly #file: number
  /** Room for the numbers that PDFium writes, and views of it. */
  readonly #room: number
  #objectsLeft: number

  private constructor(pdfium: Pdfium, file: number, limits: PdfLimits) {
    this.#pdfium = pdfium
    this.#file = file
    this.#room = pdfium.wasmExports.malloc(64)
    this.#objectsLeft = limits.objects
    this.pageCount = pdfium._FPDF_GetPageCount(file)
    if (this.pageCount > limits.pages) throw new PdfError('large')
  }

  /** @throws PdfError */
  static async open(bytes: Uint8Array, limits: PdfLimits): Promise<PdfFile> {
    const pdfium = (await PDFiumModule({})) as unknown as Pdfium & { _FPDF_InitLibrary: () => void }
    pdfium._FPDF_InitLibrary()
    const address = pdfium.wasmExports.malloc(bytes.length)
    pdfium.HEAPU8.set(bytes, address)
    const file = pdfium._FPDF_LoadMemDocument(address, bytes.length, 0)
    if (file === 0) {
      throw new PdfError(passwordErrors.includes(pdfium._FPDF_GetLastError()) ? 'locked' : 'broken')
    }
    return new PdfFile(pdfium, file, limits)
  }

  /** Returns an entry of the file's information, of a short name in ASCII; empty if there is none. */
  findInfo(name: string) {
    const pdfium = this.#pdfium
    const key = pdfium.wasmExports.malloc(name.length + 1)
    pdfium.HEAPU8.set(Buffer.from(`${name}\0`), key)
    const value = this.#read(64, (address, bytes) =>
      pdfium._FPDF_GetMetaText(this.#file, key, address, bytes),
    )
    pdfium.wasmExports.free(key)
    return value.toString('utf16le').replace(/\0[^]*/, '')
  }

  /**
   * Finds the attached files of a name.
   * @param maxBytes larger ones are ignored
   */
  findAttachments(wanted: string, maxBytes: number): Buffer[] {
    const pdfium = this.#pdfium
    const count = Math.max(0, pdfium._FPDFDoc_GetAttachmentCount(this.#file))
    return Array.from({ length: count }, (_, at) => {
      const attachment = pdfium._FPDFDoc_GetAttachment(this.#file, at)
      const nameBytes = pdfium._FPDFAttachment_GetName(attachment, 0, 0)
      const name = this.#read(Math.min(nameBytes, maxBytes), (address, bytes) =>
        pdfium._FPDFAttachment_GetName(attachment, address, bytes),
      )
      if (name.toString('utf16le').replaceAll('\0', '') !== wanted) return []
      // A file that is not there sets no size.
      this.#view().setUint32(0, 0, true)
      pdfium._FPDFAttachment_GetFile(attachment, 0, 0, this.#room)
      const size = this.#view().getUint32(0, true)
      if (size > maxBytes) return []
      // PDFium copies the file only to room of exactly its size.
      return this.#read(size, (address, bytes) =>
        pdfium._FPDFAttachment_GetFile(attachment, address, bytes, this.#room),
      )
    }).flat()
  }

  /** Returns what PDFium writes to a place. */
  #read(bytes: number, write: (address: number, bytes: number) => void) {
    const { malloc, free } = this.#pdfium.wasmExports
    const address = malloc(bytes)
    this.#pdfium.HEAPU8.fill(0, address, address + bytes)
    write(address, bytes)
    const read = Buffer.from(this.#pdfium.HEAPU8.slice(address, address + bytes))
    free(address)
    return read
  }

  /**
   * Reads a page, turned so that its text is upright.
   * @param at from 0
   * @throws PdfError
   */
  page(at: number): PdfPage {
    const pdfium = this.#pdfium
    const page = pdfium._FPDF_LoadPage(this.#file, at)
    if (page === 0) throw new PdfError('broken')
    const text = pdfium._FPDFText_LoadPage(page)
    const { glyphs, unknown, turn } = this.#glyphs(text)
    const drawn = this.#drawn(page, turns[turn] ?? identity)
    pdfium._FPDFText_ClosePage(text)
    pdfium._FPDF_ClosePage(page)
    return { glyphs, unknown, ...drawn }
  }

  #spend(objects: number) {
    this.#objectsLeft -= objects
    if (this.#objectsLeft < 0) throw new PdfError('large')
  }

  #float(at: number) {
    return this.#view().getFloat32(at * 4, true)
  }

  /** PDFium's memory may have grown, and moved, since the last call. */
  #view() {
    return new DataView(this.#pdfium.HEAPU8.buffer, this.#room, 64)
  }

  #glyphs(text: number) {
    const pdfium = this.#pdfium
    const count = Math.max(0, pdfium._FPDFText_CountChars(text))
    this.#spend(count)
    const seen = Array.from({ length: count }, (_, at) => this.#glyph(text, at)).flatMap(
      (glyph) => glyph ?? [],
    )
    const perTurn = turns.map((_, turn) => seen.filter((glyph) => glyph.turn === turn))
    const [upright = []] = perTurn.toSorted((a, b) => b.length - a.length)
    const glyphs: (Glyph & { originX: number; originY: number })[] = []
    for (const { letter, x, y, loose, ink, turn, size } of upright) {
      const matrix = turns[turn] ?? identity
      const [originX, baseline] = moved([x, y], matrix)
      const { left, right, height } = turned(loose, matrix)
      const inked = turned(ink, matrix)
      // The width of an Arabic letter is often that of another of its forms, that of a ligature that of its first part.
      const sides = joining.test(letter)
        ? { left: Math.max(inked.left, originX), right: inked.right }
        : { left, right: Math.max(right, inked.right) }
      const last = glyphs.at(-1)
      // A ligature is one glyph of several letters.
      if (last && last.originX === originX && last.originY === baseline) {
        last.text += letter
        last.left = Math.min(last.left, sides.left)
        last.right = Math.max(last.right, sides.right)
      } else {
        glyphs.push({
          text: letter,
          baseline,
          size: Math.max(size, leastSize * height),
          originX,
          originY: baseline,
          ...sides,
        })
      }
    }
    const unknown = upright.filter(({ isUnknown }) => isUnknown).length
    return { glyphs, unknown, turn: upright[0]?.turn ?? 0 }
  }

  #glyph(text: number, at: number) {
    const pdfium = this.#pdfium
    const code = pdfium._FPDFText_GetUnicode(text, at)
    // U+0002 is a hyphen at the end of a line.
    const letter = code === 2 ? '-' : withPlainAlefs(String.fromCodePoint(code))
    if (pdfium._FPDFText_IsGenerated(text, at) === 1 || controls.test(letter)) return undefined
    const { loose, ink } = this.#boxes(text, at)
    // PDFium guesses spaces: these have no size.
    if (letter.trim() === '' && loose[0] === loose[2] && loose[1] === loose[3]) return undefined
    pdfium._FPDFText_GetCharOrigin(text, at, this.#room, this.#room + 8)
    const view = this.#view()
    const [x, y] = [view.getFloat64(0, true), view.getFloat64(8, true)]
    const [, , skew, scale] = this.#matrixAt(() => pdfium._FPDFText_GetMatrix(text, at, this.#room))
    const size = pdfium._FPDFText_GetFontSize(text, at) * Math.hypot(skew, scale)
    const turn = Math.round(pdfium._FPDFText_GetCharAngle(text, at) / (Math.PI / 2)) & 3
    const isUnknown =
      pdfium._FPDFText_HasUnicodeMapError(text, at) === 1 || /[\p{Co}\ufffd]/u.test(letter)
    return { letter, x, y, loose, ink, turn, size, isUnknown }
  }

  /** Measures the box of a letter in its line, and that of its ink. */
  #boxes(text: number, at: number): { loose: Box; ink: Box } {
    const pdfium = this.#pdfium
    const room = this.#room
    pdfium._FPDFText_GetLooseCharBox(text, at, room)
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 1, 2, 3].map((place) =>
      this.#float(place),
    )
    const loose: Box = [left, bottom, right, top]
    pdfium._FPDFText_GetCharBox(text, at, room, room + 8, room + 16, room + 24)
    const view = this.#view()
    const number = (place: number) => view.getFloat64(8 * place, true)
    return { loose, ink: [number(0), number(2), number(1), number(3)] }
  }

  #drawn(page: number, turn: Matrix): Pick<PdfPage, 'rulings' | 'hasPicture'> {
    const pdfium = this.#pdfium
    const rulings: Ruling[] = []
    let hasPicture = false
    const walk = (objects: readonly number[], matrix: Matrix, depth: number) => {
      this.#spend(objects.length)
      for (const object of objects) {
        const type = pdfium._FPDFPageObj_GetType(object)
        hasPicture ||= type === objectTypes.picture
        if (type !== objectTypes.path && type !== objectTypes.form) continue
        const own = multiply(
          this.#matrixAt(() => pdfium._FPDFPageObj_GetMatrix(object, this.#room)),
          matrix,
        )
        if (type === objectTypes.path) rulings.push(...this.#rulings(object, own))
        else if (depth < 4) {
          const inner = Array.from(
            { length: Math.max(0, pdfium._FPDFFormObj_CountObjects(object)) },
            (_, at) => pdfium._FPDFFormObj_GetObject(object, at),
          )
          walk(inner, own, depth + 1)
        }
      }
    }
    const count = Math.max(0, pdfium._FPDFPage_CountObjects(page))
    const objects = Array.from({ length: count }, (_, at) => pdfium._FPDFPage_GetObject(page, at))
    walk(objects, turn, 0)
    return { rulings, hasPicture }
  }

  #matrixAt(write: () => number): Matrix {
    if (write() === 0) return identity
    return [0, 1, 2, 3, 4, 5].map((at) => this.#float(at)) as unknown as Matrix
  }

  #rulings(path: number, matrix: Matrix): Ruling[] {
    const pdfium = this.#pdfium
    const count = Math.max(0, pdfium._FPDFPath_CountSegments(path))
    this.#spend(count)
    const rulings: Ruling[] = []
    let start: readonly [number, number] = [0, 0]
    let last = start
    for (let at = 0; at < count; at += 1) {
      const segment = pdfium._FPDFPath_GetPathSegment(path, at)
      pdfium._FPDFPathSegment_GetPoint(segment, this.#room, this.#room + 4)
      const point = moved([this.#float(0), this.#float(1)], matrix)
      const type = pdfium._FPDFPathSegment_GetType(segment)
      if (type === segmentTypes.move) start = point
      else if (type === segmentTypes.line) rulings.push(...rulingOf(last, point))
      last = point
      if (pdfium._FPDFPathSegment_GetClose(segment) === 1) {
        rulings.push(...rulingOf(last, start))
        last = start
      }
    }
    return rulings
  }
}

/** Points that a line may lean, and that it has at least. */
const maxLean = 1
const minRuling = 6

function rulingOf([x, y]: readonly [number, number], [X, Y]: readonly [number, number]): Ruling[] {
  const [width, height] = [Math.abs(X - x), Math.abs(Y - y)]
  if (height <= maxLean && width >= minRuling) {
    return [{ isVertical: false, at: (y + Y) / 2, from: Math.min(x, X), to: Math.max(x, X) }]
  }
  if (width <= maxLean && height >= minRuling) {
    return [{ isVertical: true, at: (x + X) / 2, from: Math.min(y, Y), to: Math.max(y, Y) }]
  }
  return []
}
