import { addresses } from '../../addresses'
import { markdownHref, type AddressContext } from '../markdown-href.server'
import {
  attributeOf,
  createElement,
  createText,
  elementsIn,
  isBlank,
  isBlock,
  isElement,
  type Element,
  type Node,
} from '../html-tree.server'

const imageFolder = addresses.image('')

/**
 * A link with the address that it has in Markdown; only its text if it leads nowhere else, or if search
 * engines are not to follow it: such links change what a list shows.
 * @param children what is readable in it
 */
export function readableLink(link: Element, children: Node[], context: AddressContext): Node[] {
  // The one of several links that leads to what is shown already.
  if (attributeOf(link, 'aria-current') !== undefined) return []
  const href = markdownHref(attributeOf(link, 'href') ?? '', context)
  if (href === null || attributeOf(link, 'rel') === 'nofollow') return children
  if (isPicture(link, href)) return fullPicture(link, children, href)
  const text = isBlank(children) ? [createText(attributeOf(link, 'aria-label') ?? '')] : children
  if (isBlank(text)) return []
  const line = [...text.filter(isElement), ...text.filter(isElement).flatMap(elementsIn)].find(
    (element) =>
      isBlock(element) && !isBlank(element.childNodes) && !elementsIn(element).some(isBlock),
  )
  if (!line) return [createElement('a', text, { href })]
  // A link has one line in Markdown.
  line.childNodes = [createElement('a', line.childNodes, { href })]
  return text
}

/** Whether a link shows a picture and leads to its file. */
function isPicture(link: Element, href: string) {
  const isOfImage = elementsIn(link).some(({ tagName }) => tagName === 'img')
  return isOfImage && new URL(href).pathname.startsWith(imageFolder)
}

function fullPicture(link: Element, children: Node[], src: string) {
  const alt = attributeOf(link, 'aria-label') ?? ''
  if (!isBlank(children) || alt === '') return children
  return [createElement('img', [], { src, alt })]
}
