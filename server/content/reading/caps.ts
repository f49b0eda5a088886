/**
 * How much of an answer of the content API goes onto pages. What is beyond a cap is cut, never the
 * post or the page with it. Sizes in bytes of UTF-8, lengths of texts in UTF-16 units.
 */
export const caps = {
  /** Items of one answer; of one with whole posts, of which screens show the first or the first forty. */
  items: 10_000,
  wholePosts: 200,
  /** Pictures, files and specifications of all whole posts of an answer together: a screen may show them all. */
  entries: 300,
  /** Facts of one project in a list of projects. */
  facts: 100,

  /** Rich texts of an answer together. */
  richText: 256_000,
  /** The same in a page, where they stand twice: as HTML, and as JSON for its script. */
  richTextInPage: 512_000,
  /** Tags in them: those that open something, and end tags that close nothing. */
  tags: 10_000,
  /** Elements inside one another, those that nobody has closed among them. */
  tagDepth: 64,
  /** A longer tag is left out, such as one that brings its picture along. */
  tagLength: 8_192,
}

/** What becomes of a plain text that is too long. */
interface TextCap {
  most: number
  /** A value to dial, to write to or to follow is of no use in part. */
  isAllOrNothing?: boolean
}

/** Of plain texts, by their field. */
export const textCaps = byField({
  postTitle: { most: 500 },
  postSubTitle: { most: 1_000 },
  openingHours: { most: 1_000 },
  adress1: { most: 500 },
  email1: { most: 320, isAllOrNothing: true },
  phone1: { most: 100, isAllOrNothing: true },
  whatsapp: { most: 500, isAllOrNothing: true },
  mapUrl: { most: 2_000, isAllOrNothing: true },
  facebook: { most: 500, isAllOrNothing: true },
  youtube: { most: 500, isAllOrNothing: true },
  telegram: { most: 500, isAllOrNothing: true },
  tweeter: { most: 500, isAllOrNothing: true },
  instagram: { most: 500, isAllOrNothing: true },
  name: { most: 200 },
  value: { most: 500 },
  unit: { most: 50 },
  fileTitle: { most: 300 },
})

function byField<K extends string>(of: Record<K, TextCap>) {
  return of
}

/** Of JSON, before it is parsed: what it would take in memory has no other bound. */
export const jsonCaps = {
  /** Of objects and lists inside one another; a deeper answer has failed. */
  depth: 64,
  /** Texts, numbers, objects and lists; an answer of more has failed. */
  values: 500_000,
  /** The same of an answer that no screen shows. */
  valuesOfRecord: 10_000,
}
