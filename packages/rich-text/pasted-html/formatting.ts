import { type Meaning, meaningsOf, headings, isBlock } from './elements.ts'
import { attributeOf, type Element, type Attributes } from '../tree.ts'
import type { Mark } from './inline.ts'
import { languageOf, type Around, type Reading } from './reading.ts'

const maxMarks = 8

/** Formatting elements with their normalised names and meanings. */
const formatting = new Map<string, readonly [tagName: string, meaning?: Meaning]>(
  Object.entries({
    ...{ b: ['b', 'bold'], strong: ['strong', 'bold'], summary: ['strong', 'bold'] },
    ...{ i: ['i', 'italic'], em: ['em', 'italic'], cite: ['em', 'italic'] },
    ...{ dfn: ['em', 'italic'], var: ['em', 'italic'] },
    ...{ u: ['u', 'underlined'], ins: ['u', 'underlined'] },
    ...{ s: ['s', 'struck'], strike: ['s', 'struck'], del: ['s', 'struck'] },
    ...{ sup: ['sup', 'raised'], sub: ['sub', 'lowered'], small: ['small'] },
    ...{ code: ['code'], kbd: ['code'], samp: ['code'], tt: ['code'] },
    ...{ bdi: ['bdi'], bdo: ['bdi'] },
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
