import {
  defaultTreeAdapter,
  html,
  Parser,
  serialize,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type Token,
} from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/**
 * The lists allowed for an item; outside a list, an item would close one of the surrounding page.
 */
const listsOf = new Map<string, readonly [list: string, ...others: string[]]>([
  ['li', ['ul', 'ol']],
  ['dt', ['dl']],
  ['dd', ['dl']],
])

/** Thrown when a text would become too many elements. */
export class TooManyElements extends Error {}

/**
 * Limits the size of a tree: formatting elements that browsers reopen in every paragraph can
 * multiply without limit.
 */
export interface TreeBudget {
  /** @throws TooManyElements */
  spend: (tagName: string, attributes: readonly Token.Attribute[]) => void
}

/**
 * @param length of the source text
 * @param maxElements maximum number of elements
 */
export function createTreeBudget(length: number, maxElements = Infinity): TreeBudget {
  // Serialised tags are longer than their names.
  let charactersLeft = 1_000 + length
  let elementsLeft = maxElements
  return {
    spend(tagName, attributes) {
      charactersLeft -= tagName.length
      for (const { name, value } of attributes) charactersLeft -= name.length + value.length
      elementsLeft -= 1
      if (charactersLeft < 0 || elementsLeft < 0) throw new TooManyElements()
    },
  }
}

/**
 * Parses a text as browsers do inside an element of a page.
 * @param keepsCells whether a cell or row outside a table becomes a block, rather than nothing
 * @throws TooManyElements
 */
export function parseInElement(text: string, keepsCells = false) {
  const budget = createTreeBudget(text.length)
  const box = defaultTreeAdapter.createElement('div', html.NS.HTML, [])
  const type = keepsCells ? CellKeepingParser : Parser
  const parser = type.getFragmentParser<DefaultTreeAdapterMap>(box, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (tagName, namespace, attributes) => {
        budget.spend(tagName, attributes)
        return defaultTreeAdapter.createElement(tagName, namespace, attributes)
      },
    },
  })
  parser.tokenizer.write(text, true)
  return parser.getFragment()
}

const tableParts: ReadonlySet<html.TAG_ID> = new Set([
  ...[html.TAG_ID.CAPTION, html.TAG_ID.TBODY, html.TAG_ID.THEAD, html.TAG_ID.TFOOT],
  ...[html.TAG_ID.TR, html.TAG_ID.TD, html.TAG_ID.TH],
])

/** Browsers ignore cell tags outside a table, which would join the words of two cells. */
class CellKeepingParser extends Parser<DefaultTreeAdapterMap> {
  override onStartTag(token: Token.TagToken) {
    super.onStartTag(this.asBlock(token))
  }

  override onEndTag(token: Token.TagToken) {
    super.onEndTag(this.asBlock(token))
  }

  private asBlock(token: Token.TagToken): Token.TagToken {
    const isOutside =
      tableParts.has(token.tagID) && !this.openElements.hasInTableScope(html.TAG_ID.TABLE)
    return isOutside ? { ...token, tagName: 'div', tagID: html.TAG_ID.DIV } : token
  }
}

/**
 * Parses and re-serialises a text as browsers do inside an element of a page, so that implied end
 * tags, dropped tags and moved elements are explicit and cannot affect the page. Parsing the result
 * again may still change it.
 * @param text sanitised
 * @returns null for a text that must not go into a page
 */
export function normaliseAsBrowser(text: string): string | null {
  try {
    const fragment = parseInElement(text)
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
    const lists = listsOf.get(child.tagName)
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
