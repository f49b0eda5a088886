import {
  defaultTreeAdapter,
  html,
  parseFragment,
  serialize,
  type DefaultTreeAdapterTypes,
} from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/**
 * The lists that an item may be in. Outside of them it would close an item of the page around the
 * text.
 */
const listsOf: Partial<Record<string, readonly [list: string, ...others: string[]]>> = {
  li: ['ul', 'ol'],
  dt: ['dl'],
  dd: ['dl'],
}

/** Browsers would create far too many elements from this text. */
class TooManyElements extends Error {}

/**
 * Parses and re-serialises a text as browsers do inside an element of a page, so that implied end
 * tags, dropped tags and moved elements are explicit and cannot affect the page. Parsing the result
 * again may still change it.
 * @param text sanitised
 * @returns null for a text that must not go into a page
 */
export function normaliseAsBrowser(text: string): string | null {
  // Serialised tags take more letters than their names. Formatting elements that browsers reopen in
  // every paragraph can multiply without limit.
  let charactersLeft = 1_000 + text.length
  const box = defaultTreeAdapter.createElement('div', html.NS.HTML, [])
  try {
    const fragment = parseFragment(box, text, {
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement: (tagName, namespace, attributes) => {
          charactersLeft -= tagName.length
          for (const { name, value } of attributes) charactersLeft -= name.length + value.length
          if (charactersLeft < 0) throw new TooManyElements()
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

/**
 * Moves an item into the list just before it, if there is one, so that consecutive items form one
 * list.
 */
function putInList(item: Element, listName: string, parent: ParentNode) {
  const previous = parent.childNodes[parent.childNodes.indexOf(item) - 1]
  const isList =
    previous && defaultTreeAdapter.isElementNode(previous) && previous.tagName === listName
  const list = isList ? previous : defaultTreeAdapter.createElement(listName, html.NS.HTML, [])
  if (list !== previous) defaultTreeAdapter.insertBefore(parent, list, item)
  defaultTreeAdapter.detachNode(item)
  defaultTreeAdapter.appendChild(list, item)
}
