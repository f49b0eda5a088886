import { describe, expect, test } from 'vitest'
import { addresses, screens } from '../../../app/addresses.ts'
import { ariaCurrentOf } from '../../../app/layout/current-place.ts'

const places = [
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

describe('the marks of the main menu', () => {
  const shown = Object.values(screens)
    .filter((pattern) => pattern !== screens.error && pattern !== screens.loading)
    .map((pattern) => `/${pattern.replace(/:\w+/g, 'x')}`)

  test.each(shown)('%s lies at or under exactly one place', (pathname) => {
    expect(places.filter((place) => ariaCurrentOf(place, pathname))).toHaveLength(1)
  })

  test.each(places)('%s itself is the page', (place) => {
    expect(ariaCurrentOf(place, place)).toBe('page')
  })

  test('a news item lies under the news', () => {
    expect(ariaCurrentOf(addresses.news(), addresses.newsItem('1'))).toBe('true')
    expect(ariaCurrentOf(addresses.about(), addresses.newsItem('1'))).toBeUndefined()
  })

  test('the error page lies nowhere', () => {
    expect(places.filter((place) => ariaCurrentOf(place, addresses.error()))).toEqual([])
  })
})
