/**
 * How much of a content API response goes onto pages. The excess is cut; the post and the page
 * stay. Sizes in bytes of UTF-8, text lengths in UTF-16 units.
 */
export const caps = {
  /**
   * Items of one response; `wholePosts` for responses with whole posts, of which screens show the
   * first one or the first forty.
   */
  items: 10_000,
  wholePosts: 200,
  /**
   * Pictures, files and specifications of all whole posts of a response together: a screen may show
   * them all.
   */
  entries: 300,
  /** Facts of one project or product in a list. */
  facts: 100,
  /**
   * Cells of one product's ordering table: its variants times the specifications in which they differ. Also
   * the specifications of all its variants, of which a variant may state one several times.
   */
  variantCells: 1_000,

  /**
   * All rich texts of a response together as they arrive: word processors write several times as much
   * as the text that is left of it.
   */
  richTextSource: 640_000,

  /** All rich texts of a response together. */
  richText: 256_000,
  /** The same in a page, which contains them twice: as HTML, and as JSON for hydration. */
  richTextInPage: 512_000,
  /** Tags in them, as they arrive and as they are written: start tags, and end tags that close nothing. */
  tags: 10_000,
  /** Nesting depth of elements, unclosed ones included. */
  tagDepth: 64,
  /** Longer tags are dropped, such as an image with a data URL. */
  tagLength: 8_192,
}

/** What to do with a plain text that is too long. */
interface TextCap {
  max: number
  /** Drop it instead of truncating: part of a phone number, address or URL is useless. */
  dropIfTooLong?: boolean
}

/** Caps of plain texts by field. */
export const textCaps = byField({
  postTitle: { max: 500 },
  postSubTitle: { max: 1_000 },
  openingHours: { max: 1_000 },
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

/** Caps of JSON, applied before parsing: nothing else bounds the memory that it takes. */
export const jsonCaps = {
  /** Nesting depth of objects and lists; a deeper response has failed. */
  depth: 64,
  /** Strings, numbers, objects and lists; a response with more has failed. */
  values: 500_000,
  /** The same for a response that no screen shows. */
  valuesOfRecord: 10_000,
}
