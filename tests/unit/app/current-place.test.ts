import { describe, expect, test } from 'vitest'
import { addresses, screens } from '../../../app/addresses.ts'
import { ariaCurrentOf } from '../../../app/layout/current-place.ts'

const menuLinks = [
  addresses.home(),
  addresses.about(),
  addresses.sustainability(),
  addresses.workFields(),
  addresses.companyGoals(),
  addresses.branches(),
  addresses.news(),
  addresses.solutions(),
  addresses.projects(),
  addresses.productsHome(),
  addresses.services(),
  addresses.blog(),
  addresses.contact(),
]

/** They belong to no part of the menu. */
const unmarked: string[] = [
  ...[screens.error, screens.loading, screens.search],
  ...[screens.quoteList, screens.quickList, screens.enquiry, screens.enquirySent, screens.offline],
]

describe('aria-current in the main menu', () => {
  const paths = Object.values(screens)
    .filter((pattern) => !unmarked.includes(pattern))
    .map((pattern) => `/${pattern.replace(/:\w+/g, 'x')}`)

  test.each(paths)('%s marks exactly one link', (pathname) => {
    expect(menuLinks.filter((link) => ariaCurrentOf(link, pathname))).toHaveLength(1)
  })

  test.each(menuLinks)('%s is marked as the current page', (link) => {
    expect(ariaCurrentOf(link, link)).toBe('page')
  })

  test('a news item marks the news', () => {
    expect(ariaCurrentOf(addresses.news(), addresses.newsItem('1'))).toBe('true')
    expect(ariaCurrentOf(addresses.about(), addresses.newsItem('1'))).toBeUndefined()
  })

  test('a product marks the section that its content says it belongs to', () => {
    const marks = (menuLink?: string) =>
      menuLinks.filter((link) => ariaCurrentOf(link, addresses.productByPost('1'), menuLink))
    expect(marks()).toEqual([addresses.solutions()])
    expect(marks(addresses.productsHome())).toEqual([addresses.productsHome()])
  })

  test('the error page marks no link', () => {
    expect(menuLinks.filter((link) => ariaCurrentOf(link, addresses.error()))).toEqual([])
  })
})
