import {
  attributeOf,
  isBlank,
  elementsIn,
  elementsOf,
  isElement,
  nameOf,
  startTagOf,
  textOf,
  type Element,
} from './page-elements.ts'

/** What shows something without a text of its own. */
const media = ['img', 'input', 'select', 'textarea', 'video', 'iframe']
const named = ['a', 'button', 'summary', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'label', 'legend']
const containers = [
  'section',
  'article',
  'aside',
  'nav',
  'figure',
  'details',
  'table',
  'blockquote',
]
/** What a heading in it is the heading of: never of what follows it. */
const scopes = ['body', 'main', 'footer', 'aside', 'section', 'article', 'nav', 'details']

/** Attributes that are read out or shown. */
const spoken = ['aria-label', 'title', 'placeholder']

/** Words of the program, which appear where a value is missing and nobody has thought of it. */
const programWords =
  /(?<![\p{L}-])(?:undefined|NaN|null|Infinity|Invalid Date)(?![\p{L}-])|\[object /u

/**
 * What a visitor would take for a hole in a page: lists, sections and groups without items, links,
 * buttons and headings without words, headings above nothing, words of the program, dead links.
 * @returns a line for each; none for a page that is whole
 */
export function findHoles(html: string): string[] {
  const elements = elementsOf(html)
  return [
    ...titleHoles(elements),
    ...elements.flatMap((element) => elementHoles(element)),
    ...elements.filter(isScope).flatMap(headingsAboveNothing),
    ...deadLinks(elements),
    ...programWordsIn(elements),
  ]
}

function titleHoles(elements: Element[]) {
  const title = elements.find(({ tagName }) => tagName === 'title')
  const text = title ? textOf(title).trim() : ''
  return /^$|^\||\|$|\|\s*\|/.test(text) ? [`The title is "${text}".`] : []
}

function elementHoles(element: Element): string[] {
  const { tagName } = element
  const tag = startTagOf(element)
  const holes: string[] = []
  const has = (...names: string[]) =>
    elementsIn(element).some((each) => names.includes(each.tagName))
  if (['ul', 'ol'].includes(tagName) && !has('li')) holes.push(`${tag} has no item.`)
  if (tagName === 'dl' && !(has('dt') && has('dd'))) holes.push(`${tag} has no item.`)
  if (tagName === 'nav' && !has('a', 'button')) holes.push(`${tag} leads nowhere.`)
  if (['li', 'dt', 'dd', ...containers].includes(tagName) && !hasContent(element)) {
    holes.push(`${tag} is empty.`)
  }
  const isHidden = attributeOf(element, 'aria-hidden') === 'true'
  if (named.includes(tagName) && !isHidden && isBlank(nameOf(element))) {
    holes.push(`${tag} has no name.`)
  }
  for (const name of spoken) {
    if (isBlank(attributeOf(element, name) ?? 'none')) holes.push(`${tag} has an empty ${name}.`)
  }
  return holes
}

/** Whether an element shows anything. */
function hasContent(element: Element) {
  return !isBlank(textOf(element)) || elementsIn(element).some(isMedium)
}

/** A picture, a field, or a link or button that is only an icon. */
function isMedium(element: Element) {
  const { tagName } = element
  if (tagName === 'svg') return attributeOf(element, 'aria-hidden') !== 'true'
  if (['a', 'button'].includes(tagName)) return !isBlank(nameOf(element))
  return media.includes(tagName)
}

function isScope({ tagName }: Element) {
  return scopes.includes(tagName)
}

/** The headings of a scope that have nothing below them. A heading that is a link is an item itself. */
function headingsAboveNothing(scope: Element): string[] {
  const parts = partsOf(scope)
  return parts.flatMap(({ level, text, isGroupHeading }, at) => {
    if (!isGroupHeading) return []
    const after = parts.slice(at + 1)
    const end = after.findIndex((part) => part.level > 0 && part.level <= level)
    const below = end < 0 ? after : after.slice(0, end)
    return below.length > 0 ? [] : [`Nothing is below the heading "${text}".`]
  })
}

/** A heading, with its level, or something else that is shown: level 0. */
interface Part {
  level: number
  text: string
  /** Whether it is a heading of the scope itself, not of one inside it. */
  isGroupHeading: boolean
}

/** What an element shows, in order. */
function partsOf(element: Element, isInside = false): Part[] {
  return element.childNodes.flatMap((child): Part[] => {
    const text = textOf(child).trim()
    const part = { level: 0, text, isGroupHeading: false }
    if (!isElement(child)) return isBlank(text) ? [] : [part]
    const [, level] = /^h([1-6])$/.exec(child.tagName) ?? []
    const isItem = isInside || elementsIn(child).some(({ tagName }) => tagName === 'a')
    if (level) return [{ level: Number(level), text, isGroupHeading: !isItem }]
    if (isMedium(child) && isBlank(text)) return [part]
    return partsOf(child, isInside || isScope(child) || child.tagName === 'a')
  })
}

/** Links that lead nowhere a browser, a telephone or a mail program could go. */
function deadLinks(elements: Element[]) {
  const addresses = elements
    .filter(({ tagName }) => tagName === 'a')
    .map((link) => attributeOf(link, 'href') ?? '')
  return addresses
    .filter(
      (address) => !/^(?:https?:\/\/[^/]|\/(?!\/)|\?lang=|#.|tel:.*\d|mailto:[^?]+@)/.test(address),
    )
    .map((address) => `A link leads to "${address}".`)
}

function programWordsIn(elements: Element[]) {
  const [page] = elements
  const attributes = elements.flatMap((element) =>
    [...spoken, 'alt', 'content'].flatMap((name) => attributeOf(element, name) ?? []),
  )
  return [page ? textOf(page) : '', ...attributes].flatMap((text) => {
    const { index, 0: word } = programWords.exec(text) ?? { index: 0 }
    return word === undefined
      ? []
      : [`The page says "${text.slice(Math.max(index - 40, 0), index + 40)}".`]
  })
}
