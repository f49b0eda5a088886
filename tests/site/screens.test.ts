import { expect, inject, test } from 'vitest'
import { screens as patterns, type Screen } from '../../app/addresses.ts'
import {
  attributeOf,
  elementsIn,
  elementsOf,
  hasClass,
  nameOf,
  type Element,
} from '../support/page-elements.ts'
import { screenAddresses } from '../support/screens.ts'

// What a new screen is easily forgotten in. Each message says where to add it.

/** Screens that the menu does not lead to: other screens do. */
const notInMenu: Screen[] = [
  patterns.home,
  patterns.error,
  patterns.loading,
  patterns.offline,
  patterns.productsCategories,
  patterns.search,
  patterns.compare,
  patterns.documents,
  patterns.quickList,
  patterns.enquiry,
  patterns.privacy,
]

/** Screens for visitors only, and those that another one leads to. */
const notInOverview: Screen[] = [
  patterns.home,
  patterns.error,
  patterns.loading,
  patterns.offline,
  patterns.allSolutionProducts,
  patterns.search,
  patterns.compare,
  patterns.quoteList,
  patterns.quickList,
  patterns.enquiry,
  patterns.enquirySent,
  patterns.productDetails,
  patterns.productsDetails,
  patterns.productsCategories,
  patterns.privacy,
]

function screensBut(exceptions: Screen[]) {
  return Object.values(patterns).filter((pattern) => !exceptions.includes(pattern))
}

function leadsTo(paths: string[], pattern: Screen) {
  const path = new RegExp(`^/${pattern.replace(/:\w+/g, '[^/]+')}$`)
  return paths.some((each) => path.test(each))
}

async function read(path: string) {
  return (await fetch(inject('siteUrl') + path)).text()
}

test('llms.txt leads to the Markdown of every screen', async () => {
  const text = await read('/llms.txt')
  const paths = [...text.matchAll(/\]\(([^)]*)\.md\?/g)].map(([, address = '']) =>
    new URL(address).pathname.replace(/^\/home$/, '/'),
  )
  const missing = screensBut(notInOverview).filter((each) => !leadsTo(paths, each))
  expect(missing, 'add them in app/seo/llms-txt.server.ts').toEqual([])
})

test('the header leads to every screen without a parameter', async () => {
  const [header = ''] = /<header[\s>][^]*?<\/header>/.exec(await read('/')) ?? []
  const paths = [...header.matchAll(/ href="(\/[^"?#]*)"/g)].map(([, path = '']) => path)
  const missing = screensBut(notInMenu)
    .filter((pattern) => !pattern.includes(':'))
    .filter((pattern) => !leadsTo(paths, pattern))
  expect(missing, 'add them in app/layout/main-menu.tsx').toEqual([])
})

test('the tests know every screen', () => {
  const missing = screensBut([patterns.error]).filter((each) => !leadsTo(screenAddresses, each))
  expect(missing, 'add them in tests/support/screens.ts').toEqual([])
})

test.each([
  ...[['/products/mcb'], ['/product-details/tm63-1p-c'], ['/products-details/tc-265']],
  ...[['/products/home'], ['/solutionDetails/solution-industry']],
  ['/all-solution-products/solution-industry/x'],
])(
  '%s: every card of a product adds it, or leads to the choice of its order code',
  async (path) => {
    const cards = await cardsOf(path)
    const named = cards.flatMap((parts) => {
      const links = parts.filter((part) =>
        /^\/products?-details\//.test(attributeOf(part, 'href') ?? ''),
      )
      return links
        .slice(0, 1)
        .map((link) => ({ title: nameOf(link), actions: listActionsOf(parts) }))
    })
    expect(named.length).toBeGreaterThan(1)
    for (const { title, actions } of named) {
      expect(actions).toHaveLength(1)
      expect(actions[0]?.replace(/^[^:]*: /, '')).toBe(title.replaceAll('\u00a0', ' '))
    }
  },
)

test.each([['/productsCategories'], ['/solutions'], ['/blog']])(
  '%s: cards of anything else have none',
  async (path) => {
    const cards = await cardsOf(path)
    expect(cards.length).toBeGreaterThan(1)
    expect(cards.flatMap(listActionsOf)).toEqual([])
  },
)

/** The elements of each card of a page. */
async function cardsOf(path: string) {
  const elements = elementsOf(await read(`${path}?lang=En`))
  return elements.filter((each) => hasClass(each, 'card')).map(elementsIn)
}

/** The names of what puts a card's product on the list. */
function listActionsOf(parts: Element[]) {
  return parts
    .filter(({ tagName }) => tagName === 'a' || tagName === 'button')
    .map(nameOf)
    .filter((name) => /^(?:Add to list|Choose an order code): /.test(name))
}
