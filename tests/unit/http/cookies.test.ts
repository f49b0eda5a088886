import { describe, expect, test } from 'vitest'
import { readCookie } from '../../../server/http/headers.ts'

describe('a cookie is found by its name', () => {
  test.each([
    ['lang=En', 'En'],
    ['a=1; lang=En; b=2', 'En'],
    ['a=1;lang=En', 'En'],
    ['  lang  =  En  ', 'En'],
    ['lang=', ''],
    ['lang', ''],
    ['lang=a=b==', 'a=b=='],
    ['lang="En"', '"En"'],
    ['lang=%45n', '%45n'],
    ['lang=عربي', 'عربي'],
    ['lang=En; lang=Ar', 'En'],
    ['; ;=;;; lang=En', 'En'],
  ])('%j', (header, value) => {
    expect(readCookie(header, 'lang')).toBe(value)
  })
})

describe('no cookie of the name', () => {
  test.each([
    null,
    ...['', ' ', ';', '=', 'a=1', 'Lang=En', 'xlang=En', 'lang2=En', 'a=lang=En', '=lang'],
    'lang x=En',
  ])('%j', (header) => {
    expect(readCookie(header, 'lang')).toBeNull()
  })

  test('names of object properties are ordinary names', () => {
    expect(readCookie('a=1', '__proto__')).toBeNull()
    expect(readCookie('__proto__=x; constructor=y', 'constructor')).toBe('y')
  })
})
