import { describe, expect, test } from 'vitest'
import { contentTypeNames } from '../../../server/config.ts'
import { parseSample } from '../../../server/content-service/parse-sample.ts'
import { getSampleDirectory, readSampleTexts } from '../../../server/content-service/sample.ts'
import { getPosts, idsOf, startForTests } from './content-client.ts'
import { smallSample, writeSmallSample } from './small-sample.ts'

function read(changes: Record<string, string | null>) {
  return parseSample(readSampleTexts(writeSmallSample(changes)))
}

/** A file of the small sample with part of its text replaced. */
function change(name: string, part: string, replacement: string) {
  const text = smallSample[name] ?? ''
  expect(text).toContain(part)
  return { [name]: text.replace(part, replacement) }
}

describe('an invalid sample is rejected, naming the file and the place', () => {
  const products = 'products/01-protection.yaml'
  const wrong: [string, Record<string, string | null>, string][] = [
    ['a missing file', { 'news.yaml': null, 'about.yaml': null }, 'lacks about.yaml, news.yaml'],
    [
      'an empty folder',
      { 'blog/01-first.yaml': null, 'blog/02-second.yaml': null },
      'no .yaml file in ',
    ],
    ['broken YAML', { 'about.yaml': '- id: "a' }, 'about.yaml: Missing closing "quote'],
    ['a key twice', change('footer.yaml', 'id: footer', 'id: a\nid: b'), 'footer.yaml: Map keys'],
    ['an empty file', { 'news.yaml': '' }, 'news.yaml: the file: '],
    [
      'a missing title',
      change(products, 'title: TM63 Breaker', 'title: ""'),
      `${products}: types[0].products[0].En.title: must not be empty`,
    ],
    [
      'a misspelt key',
      change(products, 'subTitle: A breaker', 'subtitle: A breaker'),
      `${products}: types[0].products[0].En: Unrecognized key: "subtitle"`,
    ],
    [
      'a language left out',
      change('about.yaml', 'En: { title: Title about-1, subTitle: Words, details: Text }', ''),
      'about.yaml: [0].En: ',
    ],
    [
      'an ID that a URL cannot contain',
      change(products, 'id: breaker-2', 'id: Breaker 2'),
      `${products}: types[0].products[1].id: must be lower-case`,
    ],
    ['a duplicate ID', change('news.yaml', 'id: news-old', 'id: about-1'), 'about-1'],
    [
      'news without a date',
      change('news.yaml', '  date: 2025-01-02\n', ''),
      'news.yaml: [0].date: must be a date',
    ],
    [
      'a day that does not exist',
      change('news.yaml', '2025-01-02', '2025-02-30'),
      'news.yaml: [0].date: must be a date such as 2026-03-14',
    ],
    [
      'a solution with an unknown product',
      change('solutions.yaml', '[breaker-2, breaker-1, cable-1]', '[breaker-2, breaker-9]'),
      'solutions.yaml: [0].products[1]: there is no product with the id breaker-9',
    ],
    [
      'a solution that names a product twice',
      change('solutions.yaml', '[breaker-2, breaker-1, cable-1]', '[cable-1, cable-1]'),
      'solutions.yaml: [0].products[1]: cable-1 is listed twice',
    ],
    [
      'a project of an unknown solution',
      change('projects.yaml', 'parent: solution-1', 'parent: solution-9'),
      'projects.yaml: [1].parent: there is no such post as solution-9',
    ],
    [
      'a slide of an unknown post',
      change('home-slider.yaml', 'parent: news-new', 'parent: news-9'),
      'home-slider.yaml: [0].parent: there is no such post as news-9',
    ],
    [
      'a fact in only one language',
      change(products, 'value: { Ar: ج, En: C }', 'value: { Ar: ج }'),
      `${products}: types[0].products[0].specs[1].value: must be one value, or one in Ar and one`,
    ],
    [
      'a branch with impossible coordinates',
      change('branches.yaml', 'latitude: 24.6905', 'latitude: 124'),
      'branches.yaml: [0].latitude: must be within 90 degrees',
    ],
    [
      'a document path outside its folder',
      change(products, 'breaker-1.pdf', '../breaker-1.pdf'),
      `${products}: types[0].products[0].files[0].fileName: must be a plain`,
    ],
  ]
  test.each(wrong)('%s', (_, changes, message) => {
    expect(() => read(changes)).toThrow(message)
  })
})

test('a value stays as written: 1.10, no, 007', () => {
  const name = 'products/01-protection.yaml'
  for (const value of ['1.10', 'no', '007', '1e3', '2026-03-14']) {
    const sample = read(change(name, 'value: 1.10', `value: ${value}`))
    expect(sample.categories[0]?.types[0]?.products[0]?.specs[0]?.value).toBe(value)
  }
})

test('the project’s sample is complete in both languages', async () => {
  const service = await startForTests({ sampleDir: getSampleDirectory() })
  for (const Type of contentTypeNames) {
    const arabic = await getPosts(service, { Type, Lang: 'Ar' })
    const english = await getPosts(service, { Type, Lang: 'En' })
    expect(arabic.length, Type).toBeGreaterThan(0)
    expect(idsOf(english), Type).toEqual(idsOf(arabic))
    if (Type === 'ContactData') continue
    for (const item of arabic) expect(item['postTitle'], JSON.stringify(item)).toMatch(/[ء-ي]/)
    for (const item of english) expect(item['postTitle'], JSON.stringify(item)).toMatch(/[a-z]/i)
  }
})
