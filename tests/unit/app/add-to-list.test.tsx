import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createTranslation, TranslationContext } from '../../../app/language/translation.tsx'
import { AddToList, quantityPattern } from '../../../app/enquiry/add-to-list.tsx'
import { languageOf } from '../../../app/enquiry/list-status.tsx'
import { maxItems } from '../../../app/enquiry/quote-items.ts'
import { itemsIn } from '../../../app/enquiry/quote-list-link.tsx'

test('the form checks its quantity as the server reads it', () => {
  const translation = createTranslation('En', {})
  const form = createElement(AddToList, { post: { postID: 'a', postTitle: 'A' } })
  const html = renderToStaticMarkup(
    createElement(TranslationContext.Provider, { value: translation }, form),
  )
  expect(/ pattern="([^"]*)"/.exec(html)?.[1]).toBe(quantityPattern)
  expect(html).not.toContain('type="number"')
})

describe('the counter', () => {
  test.each([
    ['', 0],
    ['lang=En', 0],
    ['quote=', 0],
    ['quote=a:1', 1],
    ['lang=En; quote=a:1,b%2Cc:2,d~e:3; XSRF-TOKEN=x', 3],
    ['quote-undo=a:1,b:1', 0],
    ['xquote=a:1', 0],
    ['quote=a:1,a:2,,:3,b:0', 1],
    [`quote=${'a'.repeat(300)}:1`, 0],
    [`quote=${Array.from({ length: 90 }, (_, at) => `p${at}:1`).join(',')}`, maxItems],
  ])('of the cookies "%.40s" is %i', (cookies, count) => {
    expect(itemsIn(cookies)).toHaveLength(count)
  })
})

test.each([
  ['TM63 single-pole MCB', 'Ar', 'En'],
  ['TM63 single-pole MCB', 'En', null],
  ['قاطع TM63', 'En', 'Ar'],
  ['قاطع TM63', 'Ar', null],
] as const)('the title "%s" on a page in %s is marked as %s', (title, page, expected) => {
  expect(languageOf(title, page)).toBe(expected)
})
