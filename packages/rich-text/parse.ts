import { defaultTreeAdapter, html, Parser, type DefaultTreeAdapterMap, type Token } from 'parse5'
import { isText, type Parent } from './tree.ts'

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
 * @throws TooManyElements
 */
export function parseInElement(text: string): Parent {
  return parseWith(Parser, text).tree
}

/**
 * Parses what an editor wrote, where a cell or row outside a table becomes a block.
 * @param maxDepth of elements; a text is cut before the content of a deeper one
 * @throws TooManyElements
 */
export function parseSource(text: string, maxDepth: number): { tree: Parent; isCut: boolean } {
  return parseWith(SourceParser, text, maxDepth)
}

/** Reads the text of any HTML as browsers show it, without elements. */
export function plainTextOf(text: string): string {
  const nodes = parseWith(TextParser, text).tree.childNodes.filter(isText)
  return nodes
    .map(({ value }) => value.replace(/\r\n?/g, '\n'))
    .join('')
    .trim()
}

class TooDeep extends Error {}

function parseWith(type: typeof Parser<DefaultTreeAdapterMap>, text: string, maxDepth = Infinity) {
  const budget = createTreeBudget(text.length)
  let depth = 0
  const root = defaultTreeAdapter.createElement('div', html.NS.HTML, [])
  const parser = type.getFragmentParser<DefaultTreeAdapterMap>(root, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (tagName, namespace, attributes) => {
        budget.spend(tagName, attributes)
        return defaultTreeAdapter.createElement(tagName, namespace, attributes)
      },
      onItemPush: () => {
        depth += 1
        // The parser puts a root of its own around the text.
        if (depth > maxDepth + 1) throw new TooDeep()
      },
      onItemPop: () => {
        depth -= 1
      },
    },
  })
  let isCut = false
  try {
    parser.tokenizer.write(text, true)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    isCut = true
  }
  return { tree: parser.getFragment(), isCut }
}

const tableParts: ReadonlySet<html.TAG_ID> = new Set([
  ...[html.TAG_ID.CAPTION, html.TAG_ID.TBODY, html.TAG_ID.THEAD, html.TAG_ID.TFOOT],
  ...[html.TAG_ID.TR, html.TAG_ID.TD, html.TAG_ID.TH],
])

/**
 * Browsers ignore cell tags outside a table, which would join the words of two cells. They reopen
 * unclosed fonts in each paragraph, where an unknown element ends with its parent.
 */
class SourceParser extends Parser<DefaultTreeAdapterMap> {
  override onStartTag(token: Token.TagToken) {
    super.onStartTag(this.replaced(token))
  }

  override onEndTag(token: Token.TagToken) {
    super.onEndTag(this.replaced(token))
  }

  private replaced(token: Token.TagToken): Token.TagToken {
    if (token.tagID === html.TAG_ID.FONT) return { ...token, tagID: html.TAG_ID.UNKNOWN }
    const isOutside =
      tableParts.has(token.tagID) && !this.openElements.hasInTableScope(html.TAG_ID.TABLE)
    return isOutside ? { ...token, tagName: 'div', tagID: html.TAG_ID.DIV } : token
  }
}

const unreadable = new Set(['script', 'style', 'textarea', 'title', 'select'])

/** Ignores all tags but those of elements whose text nobody sees. */
class TextParser extends Parser<DefaultTreeAdapterMap> {
  override onStartTag(token: Token.TagToken) {
    if (unreadable.has(token.tagName)) super.onStartTag(token)
  }

  override onEndTag(token: Token.TagToken) {
    if (unreadable.has(token.tagName)) super.onEndTag(token)
  }
}
