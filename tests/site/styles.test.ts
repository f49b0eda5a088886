import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { screenAddresses } from '../support/screens.ts'

const assets = 'build/client/assets'
const stylesheets = readdirSync(assets).filter((file) => file.endsWith('.css'))
const css = stylesheets.map((file) => readFileSync(path.join(assets, file), 'utf8'))

test.each([
  ['/', ['site']],
  ['/?lang=Ar', ['site', 'rtl']],
  ['/about', ['site', 'company']],
  ['/contact?lang=Ar', ['site', 'enquiries', 'rtl']],
  ['/branches', ['site', 'branches', 'lists']],
  ['/product-details/tm63-1p-c', ['site', 'product']],
  ['/product-details/none', ['site', 'product']],
])(
  '%s has the stylesheets %s, in its head and in the header of its answer',
  async (address, names) => {
    const response = await fetch(inject('siteUrl') + address, { headers: { cookie: 'lang=En' } })
    const [head = ''] = (await response.text()).split('</head>')
    const linked = [...head.matchAll(/<link [^>]*rel="stylesheet" href="\/assets\/(\w+)-/g)]
    expect(linked.map(([, name]) => name)).toEqual(names)
    if (response.ok) {
      for (const name of names) expect(response.headers.get('link')).toContain(`/assets/${name}-`)
    }
  },
)

test('every class in a stylesheet is used by a screen or named in the source', async () => {
  const used = new Set(words(sources('app')))
  for (const address of screenAddresses) {
    const html = await (await fetch(inject('siteUrl') + address)).text()
    for (const [, names = ''] of html.matchAll(/ class="([^"]*)"/g)) {
      for (const name of names.split(' ')) used.add(name)
    }
  }
  const styled = css.flatMap((sheet) => {
    const selectors = sheet.replace(/url\([^)]*\)/g, '')
    return [...selectors.matchAll(/\.([a-z][a-z0-9-]*)/g)].map(([, name = '']) => name)
  })
  expect(styled.length).toBeGreaterThan(50)
  expect([...new Set(styled)].filter((name) => !used.has(name))).toEqual([])
})

/** The source of all modules in a folder. */
function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
}

/** The words of the string literals in a text. */
function words(text: string) {
  const literals = text.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []
  return literals.flatMap((literal) => literal.match(/[a-z][a-z0-9-]*/g) ?? [])
}
