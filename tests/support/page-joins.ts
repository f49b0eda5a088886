import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import {
  attributeOf,
  elementsOf,
  isBlank,
  isElement,
  startTagOf,
  textOf,
  elementsIn,
  type Element,
} from './page-elements.ts'

type Node = DefaultTreeAdapterTypes.Node

/**
 * What begins a line or a cell of its own in every browser of text: the blocks of HTML 4. They know no others, such as
 * `section` and `details`.
 */
const blocks = new Set(
  `address blockquote body br caption dd div dl dt fieldset form h1 h2 h3 h4 h5 h6 head hr html legend li ol p pre table
  tbody td tfoot th thead title tr ul`.split(/\s+/),
)
const unread = new Set(['script', 'style', 'template', 'noscript', 'datalist'])
/** Text browsers show what they contain, each as a word. */
const fields = new Set(['input', 'select', 'textarea'])

/** What marks or isolates a part of a text, or even of a word: "H<sub>2</sub>O", "و<bdi>RCBO</bdi>". */
const marks = new Set(['b', 'bdi', 'bdo', 'em', 'i', 'mark', 'strong', 'sub', 'sup'])

/** A sign that belongs to the text before it, as in "<b>36</b>%", and one that belongs to the text after it. */
const closing = /^[\s,;:.!?،؛؟…)\]}»”’%٪°/·-]/u
const opening = /[\s([{«“‘/·-]$/u

/**
 * Finds what reads as one word where no stylesheet sets it apart, as in text browsers, copies and reader views: the
 * texts of two inline elements, or of one and the text beside it, without a space or a sign between. A stylesheet may
 * set any two boxes apart, so markup has to do it wherever texts of two elements meet.
 * @returns a line for each
 */
export function findJoins(html: string): string[] {
  const joins: string[] = []
  let before = ''
  /** The tags since then: "<a>", "</a>". */
  let tags: string[] = []

  function readText(text: string) {
    const shown = text.replace(/\p{Cf}/gu, '')
    if (shown === '') return
    const isJoined = before !== '' && !opening.test(before) && !closing.test(shown)
    if (isJoined && tags.length > 0 && !isOneText(tags)) {
      joins.push(`"${before.slice(-40)}" and "${shown.slice(0, 40)}" at ${tags.join('')}`)
    }
    before = shown
    tags = []
  }
  function readTag(tag: string, { tagName }: Element) {
    tags.push(tag)
    if (!blocks.has(tagName)) return
    before = ''
    tags = []
  }
  function read(node: Node) {
    if (node.nodeName === '#text' && 'value' in node) readText(node.value)
    if (!('childNodes' in node) || unread.has(node.nodeName)) return
    if (isElement(node)) readTag(`<${node.tagName}>`, node)
    if (isElement(node) && node.tagName === 'img') readText(attributeOf(node, 'alt') ?? '')
    if (!isElement(node) || !fields.has(node.tagName)) node.childNodes.forEach(read)
    else if (attributeOf(node, 'type') !== 'hidden') readText('▢')
    if (isElement(node)) readTag(`</${node.tagName}>`, node)
  }
  read(parse(html))
  return joins
}

/** Whether a text only enters or only leaves marks. */
function isOneText(tags: string[]) {
  const isEnd = tags.map((tag) => tag.startsWith('</'))
  return new Set(isEnd).size === 1 && tags.every((tag) => marks.has(tag.replace(/\W/g, '')))
}

/** Finds links and buttons that only say what they are for in attributes, which text browsers do not show. */
export function findTextless(html: string): string[] {
  return elementsOf(html)
    .filter(({ tagName }) => ['a', 'button', 'summary'].includes(tagName))
    .filter((element) => isBlank(shownText(element)))
    .map(startTagOf)
}

function shownText(element: Element) {
  const pictures = elementsIn(element).map((each) => attributeOf(each, 'alt') ?? '')
  return textOf(element) + pictures.join('')
}
