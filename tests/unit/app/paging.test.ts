import { describe, expect, test } from 'vitest'
import { pageOf } from '../../../app/views/list-page.server.ts'
import { pageSize } from '../../../app/posts/list-views.ts'
import { thrownResponse } from '../../support/thrown-response.ts'

const numbers = Array.from({ length: 2 * pageSize + 1 }, (_, at) => at)

function getPage(search: string, items: number[] = numbers) {
  return pageOf(items, new Request(`https://site.example/News${search}`))
}

describe('a list in pages', () => {
  test('the first page needs no number', () => {
    expect(getPage('')).toEqual({ items: numbers.slice(0, 24), page: 1, pages: 3 })
  })

  test('the second page continues after the first, the last may be shorter', () => {
    expect(getPage('?page=2')).toMatchObject({ items: numbers.slice(24, 48), page: 2 })
    expect(getPage('?page=3')).toMatchObject({ items: [48], page: 3 })
  })

  test('a list that exactly fills its pages has no empty last page', () => {
    expect(getPage('', numbers.slice(0, 24))).toMatchObject({ page: 1, pages: 1 })
    expect(getPage('?page=2', numbers.slice(0, 48))).toMatchObject({ page: 2, pages: 2 })
  })

  test('an empty list is one empty page', () => {
    expect(getPage('', [])).toEqual({ items: [], page: 1, pages: 1 })
  })

  test('other parameters are ignored', () => {
    expect(getPage('?lang=En&page=3').page).toBe(3)
    expect(getPage('?PAGE=2&page[]=2').page).toBe(1)
  })

  test.each([
    ...['?page=', '?page=0', '?page=1', '?page=-1', '?page=1.9', '?page=1e1', '?page=0x2'],
    ...['?page=two', '?page=NaN', '?page=Infinity', '?page=2%00', '?page=2;DROP', '?page=+2'],
    ...['?page=002', '?page=٢', '?page=٠٢', '?page=2&page=3', '?page=2&page=2'],
    ...['?page=4', '?page=999999999999999999999999', `?page=${'9'.repeat(1_000)}`],
  ])('V27: %s redirects to the list', async (search) => {
    const response = await redirectOf(`/News${search}`)
    expect([response.status, response.headers.get('location')]).toEqual([308, '/News'])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('V27: with the language of the address and what it selects, and never to another site', async () => {
    const locationOf = async (address: string) =>
      (await redirectOf(address)).headers.get('location')
    expect(await locationOf('/News?page=9&lang=En&q=1')).toBe('/News?lang=En&q=1')
    expect(await locationOf('/News?page=9&lang=%0d%0aEn')).toBe('/News')
    expect(await locationOf('//evil.example/News?page=9')).toBe('/')
    expect(await locationOf('//News?page=9')).toBe('/News')
  })
})

function redirectOf(address: string) {
  const request = new Request(`https://site.example${address}`)
  return thrownResponse((async () => pageOf(numbers, request))())
}
