import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { describe, expect, test } from 'vitest'
import type { Content } from './assemble.ts'
import { formatProblem, sampleFolder } from './folder-files.ts'
import { readFolder } from './folder-reader.ts'
import { listPostRows } from './rows.ts'
import { sampleContent } from '../../../tests/support/sample-content.ts'
import { getPosts, idsOf, startForTests } from '../../../tests/support/content-client.ts'
import { smallSample, writeSmallSample } from '../../../tests/support/small-sample.ts'

const read = (changes: Record<string, string | null>) => readFolder(writeSmallSample(changes))

/** A file of the small sample with part of its text replaced. */
function change(name: string, part: string, replacement: string) {
  const text = smallSample[name] ?? ''
  expect(text).toContain(part)
  return { [name]: text.replace(part, replacement) }
}

describe('a mistake is named by its file and line, and says what would be right', () => {
  const products = 'products/01-protection.yaml'
  const wrong: [string, Record<string, string | null>, string][] = [
    [
      'broken YAML',
      { 'about.yaml': '- id: "a' },
      'about.yaml, line 1: a quote or bracket is not closed here or above',
    ],
    [
      'a key twice',
      change('footer.yaml', 'id: footer', 'id: a\nid: b'),
      'footer.yaml, line 3: has a field twice',
    ],
    ['an empty file', { 'news.yaml': ' \n' }, 'news.yaml: is empty; delete the file'],
    ['a text in place of entries', { 'news.yaml': 'Hello' }, 'news.yaml, line 1: must be a list'],
    [
      'a missing title',
      {
        [products]: (smallSample[products] ?? '')
          .replace('Ar: { title: قاطع إضافي }', '')
          .replace('En: { title: Second breaker }', ''),
      },
      `${products}, line 47: has no title: write it under Ar or En`,
    ],
    [
      'a misspelt field',
      change(products, 'subTitle: A breaker', 'subtitle: A breaker'),
      `${products}, line 23: there is no field "subtitle" here; "subTitle" may be meant`,
    ],
    [
      'a field in Arabic',
      { 'news.yaml': '- عنوان: خبر' },
      'news.yaml, line 1: there is no field "عنوان" here',
    ],
    [
      'a folder whose name is misspelt',
      { 'service/one.md': '# One' },
      'service/*.md: is not read, since no part of the site has this name',
    ],
    [
      'an unknown field',
      change('about.yaml', 'image: about-1.png', 'colour: red'),
      'about.yaml, line 2: there is no field "colour" here',
    ],
    [
      'an ID that a URL cannot contain',
      change(products, 'id: breaker-2', 'id: Breaker 2'),
      `${products}, line 47: id must be letters, digits and hyphens`,
    ],
    [
      'a date of another form',
      change('news.yaml', '2025-01-02', '2/1/2025'),
      'news.yaml, line 5: date must be a date such as 2026-03-14',
    ],
    [
      'a day that does not exist',
      change('news.yaml', '2025-01-02', '2025-02-30'),
      'news.yaml, line 5: date must be a date such as 2026-03-14',
    ],
    [
      'a text in place of a list',
      change(
        products,
        'gallery:\n          - breaker-1-2.png\n          - breaker-1-3.png',
        'gallery: breaker-1-2.png',
      ),
      `${products}, line 37: gallery must be a list: one entry per line, each after a dash`,
    ],
    [
      'a value of a fact that is a list',
      change(products, 'rated-current: 1.10', 'rated-current: [1, 2]'),
      `${products}, line 34: rated-current must be one text, or one under Ar and one under En`,
    ],
    [
      'a branch with impossible coordinates',
      change('branches.yaml', 'latitude: 24.6905', 'latitude: 124'),
      'branches.yaml, line 10: latitude and longitude must be degrees, such as',
    ],
    [
      'a document path outside its folder',
      change(products, 'breaker-1.pdf', '../breaker-1.pdf'),
      `${products}, line 46: fileName must be the name of a file`,
    ],
    [
      'a duplicate ID',
      change('news.yaml', 'id: news-old', 'id: news-new'),
      'the id "news-new" is used twice',
    ],
    [
      'a solution with an unknown product',
      change('solutions.yaml', '[breaker-2, breaker-1, cable-1]', '[breaker-2, breaker-9]'),
      'solutions.yaml, line 5: "breaker-9" is no id, title or order code of a product; "breaker-1" may be meant',
    ],
    [
      'a project of an unknown solution',
      change('projects.yaml', 'parent: solution-1', 'parent: solution-9'),
      'projects.yaml, line 11: "solution-9" is no id or title of a solution; "solution-1" may be meant',
    ],
    [
      'an order code of two products',
      change(products, 'TM125-C16', 'TM63-C16'),
      `${products}, line 53: the order code TM63-C16 is already in ${products}, line 43`,
    ],
    [
      'a title with a colon',
      { 'news.yaml': '- title: من نحن: شركة' },
      'news.yaml, line 1: has two colons: put a text that has a colon and a space into quotes',
    ],
    ['a tab', { 'news.yaml': '- title: One\n\tdetails: Two' }, 'news.yaml, line 2: '],
    [
      'fields of an article that do not end',
      { 'news/one.md': '---\ndate: 2026-01-01\n--\n\nText' },
      'news/one.md, line 1: begins fields with --- and never ends them',
    ],
    [
      'fields of an article in TOML',
      { 'news/one.md': '+++\ntitle = "One"\n+++\n\nText' },
      'news/one.md, line 1: begins with +++: write its fields in YAML, between two lines of ---',
    ],
    [
      'a picture that browsers do not show',
      change('about.yaml', 'image: about-1.png', 'image: about-1.pdf'),
      'about.yaml, line 2: "about-1.pdf" is no picture that browsers show',
    ],
    [
      'a file whose name says nothing',
      { 'new.yaml': '- title: New' },
      'new.yaml: is not read, since no part of the site has this name',
    ],
  ]
  test.each(wrong)('%s', async (_, changes, message) => {
    const { problems } = await read(changes)
    expect(problems.map(formatProblem).join('\n')).toContain(message)
    expect(problems).toHaveLength(1)
  })

  test('a text that is cut off within a letter is not taken for another encoding', async () => {
    const folder = writeSmallSample()
    const text = Buffer.from('- title: خبر عن الشركة\n  details: نص')
    writeFileSync(path.join(folder, 'news.yaml'), text.subarray(0, text.length - 1))
    const { problems } = await readFolder(folder)
    expect(problems.map(formatProblem)).toEqual([
      'news.yaml: is not complete, or not saved as UTF-8; save it again',
    ])
  })

  test('a wrong id costs the id only', async () => {
    const { content } = await read(change(products, 'id: breaker-2', 'id: Breaker 2'))
    expect(content.categories[0]?.types[0]?.products.map(({ id }) => id)).toEqual([
      'breaker-1',
      'second-breaker',
      'breaker-3',
    ])
  })

  test('a picture that is not there', async () => {
    const folder = writeSmallSample()
    rmSync(path.join(folder, 'images/goal-1.png'))
    const { problems, content } = await readFolder(folder)
    expect(problems.map(formatProblem)).toEqual([
      'company-goals.yaml, line 2: there is no file "goal-1.png" in images/ or files/, so it is not shown',
    ])
    expect(content.companyGoals[0]?.image).toBeUndefined()
  })
})

test('a value stays as written: 1.10, no, 007', async () => {
  const name = 'products/01-protection.yaml'
  for (const value of ['1.10', 'no', '007', '1e3', '2026-03-14']) {
    const { content: sample } = await read(
      change(name, 'rated-current: 1.10', `rated-current: ${value}`),
    )
    expect(sample.categories[0]?.types[0]?.products[0]?.specs[0]?.value).toBe(value)
  }
})

test('the project’s sample is complete in both languages', async () => {
  const service = await startForTests({ contentDir: sampleFolder })
  for (const Type of new Set([...listPostRows(sampleContent)].map(({ type }) => type))) {
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
  const types = sampleContent.categories.flatMap((category) => category.types)
  const specs = types.flatMap(({ products }) => products.flatMap((product) => product.specs))

  test('are at most 124, and each is in use', () => {
    const names = Object.values(sampleContent.specifications).map(({ name }) => name.En)
    expect(names.length).toBeLessThanOrEqual(124)
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
    const page = await format(specificationsPage(sampleContent), {
      ...(await resolveConfig(file)),
      parser: 'markdown',
    })
    await expect(page).toMatchFileSnapshot(`../../../${file}`)
  })
})

/** docs/specifications.md; `npx vitest run --project unit sample --update` writes it. */
function specificationsPage({ specifications, categories }: Content) {
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
\`content/specifications.yaml\`; a product names them by their slugs, and \`npm test\` finds a product without a key
value of its type. This page is made from that
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
