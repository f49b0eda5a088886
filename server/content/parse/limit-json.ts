/**
 * How much of a content API response goes onto pages. The excess is truncated; the post and the page stay. Sizes in
 * bytes of UTF-8, text lengths in UTF-16 units.
 */
export const caps = {
  /**
   * Items of one response; `branches`, whose many fields take the parser three times as long as a card; `wholePosts` for
   * responses with whole posts, of which screens show the first one or the first forty.
   */
  items: 10_000,
  branches: 3_000,
  wholePosts: 200,
  /**
   * Pictures, files and specifications of all whole posts of a response together: a screen may show
   * them all.
   */
  entries: 300,
  /** The bytes that these and the variants of a product take on a page, about. */
  entryBytes: 900_000,
  /** Specifications of one project or product in a list. */
  facts: 100,
  /**
   * Cells of one product's ordering table: its variants times the specifications in which they differ. Also
   * the specifications of all its variants, of which a variant may state one several times.
   */
  variantCells: 1_000,

  /**
   * Source length of all rich texts of a response together: word processors write several times as much markup as text.
   */
  richTextSource: 640_000,

  /** Length of all sanitised rich texts of a response together. */
  richText: 256_000,
  /** Length of these rich texts in a page, which contains them twice: as HTML, and as JSON for hydration. */
  richTextInPage: 512_000,
  /** Elements in all sanitised rich texts of a response together; as received, they may have twice as many tags. */
  tags: 10_000,
}

/** How an overlong plain text is handled. */
interface TextCap {
  max: number
  /** Drop it instead of truncating: part of a phone number, address or URL is useless. */
  dropIfTooLong?: boolean
}

/** Limits of plain texts by field. */
export const textCaps = byField({
  postTitle: { max: 500 },
  postSubTitle: { max: 1_000 },
  openingHours: { max: 1_000 },
  priceNote: { max: 500 },
  adress1: { max: 500 },
  email1: { max: 320, dropIfTooLong: true },
  phone1: { max: 100, dropIfTooLong: true },
  whatsapp: { max: 500, dropIfTooLong: true },
  mapUrl: { max: 2_000, dropIfTooLong: true },
  facebook: { max: 500, dropIfTooLong: true },
  youtube: { max: 500, dropIfTooLong: true },
  telegram: { max: 500, dropIfTooLong: true },
  tweeter: { max: 500, dropIfTooLong: true },
  instagram: { max: 500, dropIfTooLong: true },
  name: { max: 200 },
  value: { max: 500 },
  unit: { max: 50 },
  fileTitle: { max: 300 },
  code: { max: 100 },
})

function byField<K extends string>(of: Record<K, TextCap>) {
  return of
}

/** Limits of JSON, applied before parsing: nothing else bounds the memory that it takes. */
export const jsonCaps = {
  /** Nesting depth of objects and lists; a response beyond it fails. */
  depth: 64,
  /** Strings, numbers, objects and lists; a response with more fails. */
  values: 500_000,
  /** Number of values in a response that no screen shows. */
  valuesOfRecord: 10_000,
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [openList, closeList] = [0x5b, 0x5d]
const [openObject, closeObject] = [0x7b, 0x7d]

interface JsonBounds {
  /** Nesting depth of lists and objects. */
  depth: number
  /** Values in the truncated JSON. */
  values: number
  /** Entries of the outermost list. */
  items: number
  /** Entries of any other list. */
  entries: number
}

/**
 * Truncates the lists of a JSON text, in one pass over its bytes, so that parsing it takes bounded memory. Broken JSON
 * stays broken, unless the broken part is cut off.
 * @param json in UTF-8, where no byte of a multi-byte character equals one of these
 * @returns the same bytes if nothing is truncated; 'too much depth' or 'too many values' for JSON that must not be
 * parsed
 */
export function trimJson(
  json: Uint8Array,
  bounds: JsonBounds,
): Uint8Array | 'too much depth' | 'too many values' {
  const parts: Uint8Array[] = []
  const isList = new Uint8Array(bounds.depth + 1)
  const commas = new Uint32Array(bounds.depth + 1)
  let partStart = 0
  let depth = 0
  let values = 0
  /** Depth of the list that is being truncated; 0 for none. */
  let cutAt = 0

  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) {
      at = endOfString(json, at + 1)
    } else if (byte === openList || byte === openObject) {
      depth += 1
      if (depth > bounds.depth) return 'too much depth'
      isList[depth] = byte === openList ? 1 : 0
      commas[depth] = 0
      if (cutAt === 0) values += 1
    } else if (byte === closeList || byte === closeObject) {
      if (depth === cutAt && cutAt > 0) {
        cutAt = 0
        partStart = at
      }
      depth -= 1
      if (depth < 0) return json
    } else if (byte === comma && cutAt === 0) {
      values += 1
      const count = (commas[depth] ?? 0) + 1
      commas[depth] = count
      if (isList[depth] === 1 && count >= (depth === 1 ? bounds.items : bounds.entries)) {
        parts.push(json.subarray(partStart, at))
        cutAt = depth
      }
    }
    if (values > bounds.values) return 'too many values'
  }
  if (parts.length === 0) return json
  if (cutAt === 0) parts.push(json.subarray(partStart))
  return Buffer.concat(parts)
}

/** Up to this length, bytes, a loop is faster than indexOf. */
const shortString = 32

/** @returns the position of the closing quote, or the end of the JSON */
function endOfString(json: Uint8Array, start: number) {
  let at = start
  const shortEnd = Math.min(json.length, start + shortString)
  while (at < shortEnd && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  if (at < shortEnd) return at
  for (;;) {
    const end = json.indexOf(quote, at)
    if (end < 0) return json.length
    // An even number of backslashes does not escape the quote.
    let before = end
    while (before > at && json[before - 1] === backslash) before -= 1
    if ((end - before) % 2 === 0) return end
    at = end + 1
  }
}
