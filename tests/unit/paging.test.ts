import { describe, expect, test } from 'vitest'
import { pageOf, pageSize } from '../../app/paging.ts'

const numbers = Array.from({ length: 2 * pageSize + 1 }, (_, at) => at)

function ask(search: string, items: number[] = numbers) {
  return pageOf(items, new Request(`https://site.example/News${search}`))
}

describe('a list in pages', () => {
  test('the first page stands without a number', () => {
    expect(ask('')).toEqual({ items: numbers.slice(0, 24), page: 1, pages: 3 })
  })

  test('the second page goes on where the first ends, the last may be short', () => {
    expect(ask('?page=2')).toMatchObject({ items: numbers.slice(24, 48), page: 2 })
    expect(ask('?page=3')).toMatchObject({ items: [48], page: 3 })
  })

  test('all pages together are the list, nothing twice', () => {
    const pages = [1, 2, 3].flatMap((page) => ask(`?page=${page}`).items)
    expect(pages).toEqual(numbers)
  })

  test('a list that just fills its pages has no empty one behind', () => {
    expect(ask('?page=2', numbers.slice(0, 24))).toMatchObject({ page: 1, pages: 1 })
    expect(ask('?page=3', numbers.slice(0, 48))).toMatchObject({ page: 2, pages: 2 })
  })

  test('an empty list is one empty page', () => {
    expect(ask('?page=5', [])).toEqual({ items: [], page: 1, pages: 1 })
  })

  test.each([
    ['?page=٢', 2],
    ['?page=٠٢', 2],
    ['?page=002', 2],
    ['?page=2&page=3', 2],
    ['?lang=En&page=3', 3],
  ])('%s is page %i', (search, page) => {
    expect(ask(search).page).toBe(page)
  })

  test.each([
    ...['?page=', '?page=0', '?page=-1', '?page=1.9', '?page=1e1', '?page=0x2', '?page=two'],
    ...['?page=NaN', '?page=Infinity', '?page=2%00', '?page=2;DROP', '?PAGE=2', '?page[]=2'],
  ])('%s is the first page', (search) => {
    expect(ask(search).page).toBe(1)
  })

  test.each(['?page=4', '?page=999999999999999999999999', `?page=${'9'.repeat(1_000)}`])(
    'a page beyond the end is the last one',
    (search) => {
      expect(ask(search)).toMatchObject({ items: [48], page: 3 })
    },
  )
})
