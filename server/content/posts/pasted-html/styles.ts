import { attributeOf, type Element } from './elements.ts'

/** The declarations of an element's style attribute, by property, in lower case. */
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

/** What formatting means. */
export type Meaning = 'bold' | 'italic' | 'underlined' | 'struck' | 'raised' | 'lowered'

/** What a style says of a text's formatting: that it has it, or that it has not. */
export function meaningsOf(style: ReadonlyMap<string, string>): Partial<Record<Meaning, boolean>> {
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

/** The value of `type` for the numbers of a list, by the style that says the same. */
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
