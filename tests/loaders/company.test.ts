import type { LoaderFunctionArgs } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import * as about from '../../app/routes/about.tsx'
import * as branches from '../../app/routes/branches.tsx'
import * as companyGoals from '../../app/routes/company-goals.tsx'
import * as contact from '../../app/routes/contact.tsx'
import * as home from '../../app/routes/home.tsx'
import * as sustainability from '../../app/routes/sustainability.tsx'
import * as workFields from '../../app/routes/work-fields.tsx'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

interface CompanyScreen {
  address: string
  count: number
  loader: (args: LoaderFunctionArgs) => Promise<{
    heading: string
    sections: { postTitle: string; postDetails: string }[]
  }>
}

const screens: CompanyScreen[] = [
  { address: '/about', count: 4, loader: about.loader },
  { address: '/sustainability', count: 4, loader: sustainability.loader },
  { address: '/workFields', count: 6, loader: workFields.loader },
  { address: '/companyGoals', count: 5, loader: companyGoals.loader },
]

describe.each(screens)('$address', ({ address, count, loader }) => {
  test.each(['Ar', 'En'] as const)('shows its sections in %s', async (lang) => {
    const { sections } = await loader(argsFor(address, { lang }))
    expect(sections).toHaveLength(count)
    for (const section of sections) {
      expect(section.postTitle).not.toBe('')
      expect(section.postDetails).toMatch(/<p>/)
    }
  })

  test('is unavailable when the API is', async () => {
    const context = { content: deadAdapter() }
    expect((await thrownResponse(loader(argsFor(address, { context })))).status).toBe(503)
  })
})

describe('/branches', () => {
  test('shows seven branches, and says how many there are', async () => {
    const data = await branches.loader(argsFor('/branches', { lang: 'Ar' }))
    expect(data.branches).toHaveLength(7)
    expect(data.count).toBe(7)
    for (const branch of data.branches) {
      expect(branch.phone1).toMatch(/^\+966/)
      expect(branch.links.phone1[0]?.href).toMatch(/^tel:\+966/)
      expect(branch.mapUrl).toMatch(/^https:/)
      expect(branch.hours.length).toBeGreaterThan(1)
    }
  })

  test('shows the opening hours in words, and when the branch is open', async () => {
    const { branches: shown } = await branches.loader(argsFor('/branches', { lang: 'En' }))
    expect(shown[0]?.hours[0]).toEqual({ days: 'Sunday to Thursday', times: '8:00–18:00' })
    expect(shown[0]?.open).toMatchObject({ zone: 'Asia/Riyadh' })
  })

  test('shows opening hours in prose as written, without an open or closed state', async () => {
    const content = adapterOf({ Branches: [{ postID: 'b', openingHours: 'Please ring first' }] })
    const { branches: shown, map } = await branches.loader(
      argsFor('/branches', { context: { content } }),
    )
    expect(shown[0]).toMatchObject({ hoursText: 'Please ring first', hours: [], open: null })
    expect(map).toBeNull()
  })

  test('draws the branches on a map, labelled in the page’s language', async () => {
    const { map } = await branches.loader(argsFor('/branches', { lang: 'Ar' }))
    expect(map?.nodes).toHaveLength(7)
    expect(map?.nodes[0]?.label?.text).toBe('الرياض')
  })

  test('creates a map link from the coordinates if the API has none', async () => {
    const content = adapterOf({ Branches: [{ postID: 'b', latitude: '24.5', longitude: 46.25 }] })
    const data = await branches.loader(argsFor('/branches', { context: { content } }))
    expect(data.branches[0]?.mapUrl).toBe('https://www.google.com/maps?q=24.5,46.25')
  })

  test('pages thousands of branches, and shows the head office on every map', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      postID: at,
      postTitle: `B ${at}`,
      latitude: 18 + (at % 100) / 10,
      longitude: 40 + at / 1_000,
    }))
    const context = { content: adapterOf({ Branches: many }) }
    const page = (search: string) =>
      branches.loader(argsFor(`/branches${search}`, { lang: 'En', context }))
    const [first, second] = [await page(''), await page('?page=2')]
    expect(first).toMatchObject({ page: 1, pages: 417 })
    expect(first.count).toBe(10_000)
    expect(first.branches.map(({ anchor }) => `#${anchor}`)).toEqual(
      first.map?.nodes.map(({ href }) => href),
    )
    expect(second.branches).toHaveLength(24)
    expect(second.branches[0]).toMatchObject({ anchor: 'branch-24', postTitle: 'B 24' })
    expect(second.map?.nodes.map(({ href }) => href)).toEqual([
      '/branches#branch-0',
      ...second.branches.map(({ anchor }) => `#${anchor}`),
    ])
  })

  test('gives every branch a unique anchor', async () => {
    const ids = [1, 'branch-1', 'a b', 'a-b', 'a-b']
    const content = adapterOf({ Branches: ids.map((postID) => ({ postID })) })
    const data = await branches.loader(argsFor('/branches', { context: { content } }))
    expect(new Set(data.branches.map(({ anchor }) => anchor)).size).toBe(ids.length)
  })

  test('names a branch without a title, on its card and on the map', async () => {
    const content = adapterOf({
      Branches: [
        { postID: 1, latitude: 24.67, longitude: 46.83 },
        { postID: 2, postTitle: ' ', latitude: 21.58, longitude: 39.21 },
      ],
    })
    const data = await branches.loader(argsFor('/branches', { lang: 'En', context: { content } }))
    expect(data.branches.map(({ postTitle }) => postTitle)).toEqual([
      'Unnamed branch',
      'Unnamed branch',
    ])
    expect(data.map?.nodes.map(({ name }) => name)).toEqual(['Unnamed branch', 'Unnamed branch'])
  })
})

describe('/contact', () => {
  test('shows the complete contact values, and the branches', async () => {
    const data = await contact.loader(argsFor('/contact', { lang: 'En' }))
    expect(data.contact).toMatchObject({ phone1: '+966 11 555 0100', telegram: '', instagram: '' })
    expect(data.contactLinks).toMatchObject({
      phone1: [{ text: '+966 11 555 0100', href: 'tel:+966115550100' }],
      telegram: null,
    })
    expect(data.branches).toHaveLength(7)
  })

  test('links to the cards of the branches, with many branches only to those of the first page', async () => {
    const ids = [7, 'a b', '7', ...Array.from({ length: 100 }, (_, at) => `more-${at}`)]
    const content = adapterOf({ Branches: ids.map((postID) => ({ postID })) })
    const index = await contact.loader(argsFor('/contact', { context: { content } }))
    const cards = await branches.loader(argsFor('/branches', { context: { content } }))
    const anchors = index.branches.map(({ anchor }) => anchor)
    expect(anchors.slice(0, 3)).toEqual(['branch-7', 'branch-a-b', 'place-3'])
    expect(anchors).toEqual(cards.branches.map(({ anchor }) => anchor))
  })

  test('does without branches, but not without contact', async () => {
    const content = adapterOf({ Branches: 'dead', ContactData: [{ phone1: ' 0 1 ' }] })
    const data = await contact.loader(argsFor('/contact', { context: { content } }))
    expect(data.contact?.phone1).toBe(' 0 1 ')
    expect(data.branches).toEqual([])
    const dead = { content: adapterOf({ ContactData: 'dead' }) }
    expect(
      (await thrownResponse(contact.loader(argsFor('/contact', { context: dead })))).status,
    ).toBe(503)
  })
})

describe('/', () => {
  test('shows the slides and the first items of every list', async () => {
    const data = await home.loader(argsFor('/', { lang: 'En' }))
    expect(data.title).toBe('Home')
    expect(data.slides).toHaveLength(5)
    for (const part of [
      'solutions',
      'categories',
      'projects',
      'services',
      'news',
      'blog',
    ] as const) {
      expect(data[part].length, part).toBeGreaterThan(2)
    }
  })
})
