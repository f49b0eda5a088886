import { attributeOf, type Element, headings, isBlock, type Attributes } from './elements.ts'
import type { Mark } from './inline.ts'
import { languageOf, type Around, type Reading } from './reading.ts'

/** Parses the style attribute of an element: values by property, in lower case. */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const written = attributeOf(element, 'style')
  if (written === '') return none
  const declarations = new Map<string, string>()
  for (const declaration of written.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    declarations.set(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim())
  }
  return declarations
}

const none: ReadonlyMap<string, string> = new Map()

/** The meaning of formatting. */
type Meaning = 'bold' | 'italic' | 'underlined' | 'struck' | 'raised' | 'lowered'

/** The formatting that a style adds (true) or removes (false). */
function meaningsOf(style: ReadonlyMap<string, string>): Partial<Record<Meaning, boolean>> {
  if (style.size === 0) return {}
  const weight = style.get('font-weight') ?? ''
  const slant = style.get('font-style') ?? ''
  const lines = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const raising = style.get('vertical-align') ?? ''
  return {
    ...(/^(?:bold|bolder|[6-9]00)/.test(weight) && { bold: true }),
    ...(/^(?:normal|lighter|[1-5]00)/.test(weight) && { bold: false }),
    ...(/^(?:italic|oblique)/.test(slant) && { italic: true }),
    ...(/^normal/.test(slant) && { italic: false }),
    ...(/\bline-through\b/.test(lines) && { struck: true }),
    ...(/\bunderline\b/.test(lines) && { underlined: true }),
    ...(/^super/.test(raising) && { raised: true }),
    ...(/^sub/.test(raising) && { lowered: true }),
  }
}

/** The `type` attribute of a list by its list-style-type. */
const listTypes = new Map(
  Object.entries({
    'lower-alpha': 'a',
    'lower-latin': 'a',
    'upper-alpha': 'A',
    'upper-latin': 'A',
    'lower-roman': 'i',
    'upper-roman': 'I',
  }),
)

/** @returns empty for decimal numbers */
export function listTypeOf(list: Element): string {
  const type = attributeOf(list, 'type')
  if (/^[aAiI]$/.test(type)) return type
  const style = styleOf(list)
  const name = style.get('list-style-type') ?? style.get('list-style') ?? ''
  return listTypes.get(name.split(/\s/)[0] ?? '') ?? ''
}

const maxMarks = 8

/** Formatting elements with their normalised names and meanings. */
const formatting = new Map<string, readonly [tagName: string, meaning?: Meaning]>(
  Object.entries({
    b: ['b', 'bold'],
    strong: ['strong', 'bold'],
    i: ['i', 'italic'],
    em: ['em', 'italic'],
    cite: ['em', 'italic'],
    dfn: ['em', 'italic'],
    var: ['em', 'italic'],
    u: ['u', 'underlined'],
    ins: ['u', 'underlined'],
    s: ['s', 'struck'],
    strike: ['s', 'struck'],
    del: ['s', 'struck'],
    sup: ['sup', 'raised'],
    sub: ['sub', 'lowered'],
    small: ['small'],
    code: ['code'],
    kbd: ['code'],
    samp: ['code'],
    tt: ['code'],
    bdi: ['bdi'],
    bdo: ['bdi'],
    summary: ['strong', 'bold'],
  }),
)

/** The element for formatting that only a style expresses. */
const elementsOfMeanings: Readonly<Record<Meaning, string>> = {
  bold: 'strong',
  italic: 'em',
  underlined: 'u',
  struck: 's',
  raised: 'sup',
  lowered: 'sub',
}

export const meaningOfTag = new Map(
  [...formatting.values()].map(([tagName, meaning]) => [tagName, meaning] as const),
)

/** Adds an element's own formatting and its style's to the context of its content. */
export function withFormatting(
  element: Element,
  style: ReadonlyMap<string, string>,
  reading: Reading,
  around: Around,
): Around {
  const [tagName, ownMeaning] = formatting.get(element.tagName) ?? []
  const isPlainElement = tagName === undefined && element.attrs.length === 0
  if (!reading.keepsMarks || isPlainElement) return around
  const meanings = meaningsOf(style)
  const isTechnical = /^docs-internal-guid/.test(attributeOf(element, 'id'))
  const isPlain = isTechnical || (ownMeaning !== undefined && meanings[ownMeaning] === false)
  let { marks } = around
  for (const [meaning, is] of Object.entries(meanings) as [Meaning, boolean][]) {
    if (!is) marks = marks.filter((mark) => meaningOfTag.get(mark.tagName) !== meaning)
    else if (isSaid(meaning, element, around)) {
      marks = addMark(marks, elementsOfMeanings[meaning], {})
    }
  }
  const attributes = isBlock(element.tagName) ? {} : languageOf(element, style, reading)
  if (tagName !== undefined && !isPlain) marks = addMark(marks, tagName, attributes)
  else if (Object.keys(attributes).length > 0) marks = addMark(marks, 'span', attributes)
  return { ...around, marks }
}

/** Whether formatting expressed by a style matters in this context. */
function isSaid(meaning: Meaning, { tagName }: Element, { mode, marks }: Around) {
  if (meaning === 'bold') return mode !== 'line' && !headings.has(tagName) && tagName !== 'th'
  if (meaning === 'underlined')
    return tagName !== 'a' && !marks.some(({ tagName }) => tagName === 'a')
  if (meaning === 'raised' || meaning === 'lowered') return !isBlock(tagName)
  return true
}

function addMark(marks: readonly Mark[], tagName: string, attributes: Attributes): readonly Mark[] {
  const meaning = meaningOfTag.get(tagName)
  const isThere = marks.some(
    (mark) =>
      mark.tagName === tagName ||
      (meaning !== undefined && meaningOfTag.get(mark.tagName) === meaning),
  )
  const isEmpty = Object.keys(attributes).length === 0
  if (marks.length >= maxMarks || (isEmpty && (isThere || tagName === 'span'))) return marks
  return [...marks, { tagName, attributes }]
}

/** Drops bold around a heading, where it is redundant. */
export function withoutBold(around: Around): Around {
  return {
    ...around,
    marks: around.marks.filter(({ tagName }) => meaningOfTag.get(tagName) !== 'bold'),
  }
}
