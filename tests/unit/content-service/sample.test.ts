import { format, resolveConfig } from 'prettier'
import { describe, expect, test } from 'vitest'
import { contentTypeNames } from '../../../server/config.ts'
import { parseSample } from '../../../server/content-service/compile-sample.ts'
import { type Sample, readSampleTexts } from '../../../server/content-service/sample.ts'
import { runtimeFolders } from '../../../server/storage/folders.ts'
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
      change(products, 'curve: { Ar: ج, En: C }', 'curve: { Ar: ج }'),
      `${products}: types[0].products[0].specs.curve: must be one value, or one in Ar and one`,
    ],
    [
      'a fact under a label that is not in the list',
      change(products, 'curve: { Ar', 'tripping-curve: { Ar'),
      `${products}: types[0].products[0].specs: specifications.yaml has no label tripping-curve`,
    ],
    [
      'a product without a fact that its type is compared by',
      change(products, 'specs: { rated-current: 16, standards: IEC 60898-1 }', ''),
      `${products}: types[0].products[1].specs: lacks rated-current, a key spec of breakers`,
    ],
    [
      'a type that is compared by an unknown fact',
      change(products, 'keySpecs: [rated-current]', 'keySpecs: [colour]'),
      `${products}: types[0].keySpecs: specifications.yaml has no label colour`,
    ],
    [
      'an order code with a fact under a label that is not in the list',
      change(
        products,
        'TM63-C16\n            specs: { rated',
        'TM63-C16\n            specs: { colour',
      ),
      `${products}: types[0].products[0].variants[1].specs: specifications.yaml has no label colour-c`,
    ],
    [
      'an order code of two products',
      change(products, 'TM125-C16', 'TM63-C16'),
      'The code TM63-C16 of breaker-2 is already a code of breaker-1.',
    ],
    [
      'an order code twice at one product',
      change(products, 'code: TM63-C6', 'code: TM63-C16'),
      'The code TM63-C16 of breaker-1 is already a code of breaker-1.',
    ],
    [
      'an order code with a space',
      change(products, 'TM125-C16', 'TM125 C16'),
      `${products}: types[0].products[1].variants[0].code: must start with a capital or digit`,
    ],
    [
      'an order code without a fact',
      change(products, 'TM125-C16, specs: { rated-current: 16 }', 'TM125-C16, specs: {}'),
      `${products}: types[0].products[1].variants[0].specs: must not be empty`,
    ],
    [
      'a label whose slug is not its English name',
      change('specifications.yaml', 'En: Curve', 'En: Tripping curve'),
      'specifications.yaml: curve: must be named tripping-curve',
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
    const sample = read(change(name, 'rated-current: 1.10', `rated-current: ${value}`))
    expect(sample.categories[0]?.types[0]?.products[0]?.specs[0]?.value).toBe(value)
  }
})

test('the project’s sample is complete in both languages', async () => {
  const service = await startForTests({ sampleDir: runtimeFolders.sample })
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

describe('the specification labels of the project’s sample', () => {
  const sample = parseSample(readSampleTexts(runtimeFolders.sample))
  const types = sample.categories.flatMap((category) => category.types)
  const specs = types.flatMap(({ products }) => products.flatMap((product) => product.specs))

  test('are at most 120, and each is in use', () => {
    const names = Object.values(sample.specifications).map(({ name }) => name.En)
    expect(names.length).toBeLessThanOrEqual(120)
    expect([...new Set(specs.map(({ name }) => name.En))].sort()).toEqual(names.sort())
  })

  test('each type has key values, and each product standards', () => {
    for (const { id, keySpecs, products } of types) {
      expect(keySpecs.length, id).toBeGreaterThanOrEqual(4)
      for (const product of products) {
        const named = product.specs.map(({ name }) => name.En)
        expect(named, product.id).toContain('Standards')
      }
    }
  })

  test('are those of docs/specifications.md', async () => {
    const file = 'docs/specifications.md'
    const page = await format(specificationsPage(sample), {
      ...(await resolveConfig(file)),
      parser: 'markdown',
    })
    await expect(page).toMatchFileSnapshot(`../../../${file}`)
  })
})

/** docs/specifications.md; `npx vitest run --project unit sample --update` writes it. */
function specificationsPage({ specifications, categories }: Sample) {
  const nameOf = (slug: string) => specifications[slug]?.name.En ?? ''
  const labels = Object.entries(specifications)
    .sort(([, a], [, b]) => a.name.En.localeCompare(b.name.En, 'en'))
    .map(
      ([slug, { name, unit, meaning }]) =>
        `| ${name.En} | ${name.Ar} | \`${slug}\` | ${unit} | ${meaning} |`,
    )
  const keys = categories.flatMap((category) =>
    category.types.map(
      (type) =>
        `| ${category.En.title} | ${type.En.title} | ${type.keySpecs.map(nameOf).join(', ')} |`,
    ),
  )
  return `# Specification labels

The products of the sample state their facts under these labels only, so that products can be compared and
filtered: the same quantity always has the same label and the same unit. The labels stand in
\`server/content-service/sample/specifications.yaml\`; a product names them by their slugs, and the sample does
not load with a label that is not in the list or without a key value of the type. This page is made from that
file by \`npx vitest run --project unit sample --update\`.

## Values

- A number (\`63\`), a range (\`6–63\`, \`−25…+60\`), a list (\`8, 12, 18\`) or dimensions (\`18 × 85 × 75\`), without the
  unit; words only where the label has no unit.
- Sizes and masses are those of the largest size where a product has several; the text of the product has the
  others.
- A condition (an ambient temperature, a duration) has a label of its own or stands in the text.

## Labels

| Label | Arabic | Slug | Unit | Meaning |
|---|---|---|---|---|
${labels.join('\n')}

## Key values of each type

Every product of the type has them.

| Category | Type | Key values |
|---|---|---|
${keys.join('\n')}
`
}
