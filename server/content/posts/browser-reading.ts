import {
  defaultTreeAdapter,
  html,
  parseFragment,
  serialize,
  type DefaultTreeAdapterTypes,
} from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/** What an item has to stand in: anywhere else it would end an item of the page round the text. */
const listsOf: Partial<Record<string, readonly [list: string, ...others: string[]]>> = {
  li: ['ul', 'ol'],
  dt: ['dl'],
  dd: ['dl'],
}

/** A text whose tags browsers would make many more elements of. */
class TooManyElements extends Error {}

/**
 * Writes a text down as browsers read it inside a box of a page: what they would close early, leave
 * out or move elsewhere is written closed, left out and moved, so that nothing of it is left to
 * happen to the page. What is read a second time may still be read otherwise.
 * @param text sanitised
 * @returns null for a text that no page should be made of
 */
export function asBrowsersRead(text: string): string | null {
  // What is written takes more letters than the names in it. What browsers open again by themselves,
  // in every paragraph, can take any number of times as many.
  let lettersLeft = 1_000 + text.length
  const box = defaultTreeAdapter.createElement('div', html.NS.HTML, [])
  try {
    const fragment = parseFragment(box, text, {
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement: (tagName, namespace, attributes) => {
          lettersLeft -= tagName.length
          for (const { name, value } of attributes) lettersLeft -= name.length + value.length
          if (lettersLeft < 0) throw new TooManyElements()
          return defaultTreeAdapter.createElement(tagName, namespace, attributes)
        },
      },
    })
    putItemsInLists(fragment)
    return serialize(fragment)
  } catch (error) {
    if (error instanceof TooManyElements) return null
    throw error
  }
}

function putItemsInLists(parent: ParentNode) {
  for (const child of [...parent.childNodes]) {
    if (!defaultTreeAdapter.isElementNode(child)) continue
    const lists = listsOf[child.tagName]
    if (lists && !lists.includes(parent.nodeName)) putInList(child, lists[0], parent)
    putItemsInLists(child)
  }
}

/** Into the list just before it, if there is one, so that items in a row are one list. */
function putInList(item: Element, listName: string, parent: ParentNode) {
  const before = parent.childNodes[parent.childNodes.indexOf(item) - 1]
  const isList = before && defaultTreeAdapter.isElementNode(before) && before.tagName === listName
  const list = isList ? before : defaultTreeAdapter.createElement(listName, html.NS.HTML, [])
  if (list !== before) defaultTreeAdapter.insertBefore(parent, list, item)
  defaultTreeAdapter.detachNode(item)
  defaultTreeAdapter.appendChild(list, item)
}
