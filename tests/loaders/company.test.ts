import { describe, expect, test } from 'vitest'
import * as about from '../../app/routes/about.tsx'
import * as branches from '../../app/routes/branches.tsx'
import * as companyGoals from '../../app/routes/company-goals.tsx'
import * as contact from '../../app/routes/contact.tsx'
import * as home from '../../app/routes/home.tsx'
import * as sustainability from '../../app/routes/sustainability.tsx'
import * as workFields from '../../app/routes/work-fields.tsx'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

describe('the screens of the company', () => {
  test('show figures and specifications beside the texts of their sections', async () => {
    const { sections: history } = await about.loader(argsFor('/about'))
    expect(history.flatMap(({ figures }) => figures)).toHaveLength(8)
    const { sections: years } = await sustainability.loader(argsFor('/sustainability'))
    expect(years.every(({ figures }) => figures.length > 3)).toBe(true)
    const { sections: goals } = await companyGoals.loader(argsFor('/companyGoals'))
    expect(goals.map(({ specs }) => specs.length)).toEqual([4, 5, 4, 5, 6])
    const { sections: fields } = await workFields.loader(argsFor('/workFields'))
    expect(fields.map(({ specs }) => specs.length)).toEqual(Array(6).fill(3))
  })

  test('show a section without figures as plain text', async () => {
    const posts = [{ postID: 'a', postTitle: 'أ', postDetails: '<p>ب</p>', postSpecs: 'none' }]
    const page = (type: string) => ({ context: { content: adapterOf({ [type]: posts }) } })
    const plain = { postDetails: '<p>ب</p>', specs: [] }
    expect(await about.loader(argsFor('/about', page('About')))).toMatchObject({
      sections: [{ ...plain, figures: [] }],
    })
    expect(await companyGoals.loader(argsFor('/companyGoals', page('CompanyGoals')))).toMatchObject(
      { sections: [plain] },
    )
  })
})

describe('/branches', () => {
  test('shows opening hours in prose as written, without an open or closed state', async () => {
    const content = adapterOf({ Branches: [{ postID: 'b', openingHours: 'Please ring first' }] })
    const { branches: shown, map } = await branches.loader(
      argsFor('/branches', { context: { content } }),
    )
    expect(shown[0]).toMatchObject({ hoursText: 'Please ring first', hours: [], open: null })
    expect(map).toBeNull()
  })

  test('a day has its hours on each card, and an hour says who is open, else who opens next', async () => {
    const content = adapterOf({
      Branches: [
        { postID: 1, postTitle: 'North', openingHours: 'Su-Th 08:00-17:00; Sa 09:00-12:30' },
        { postID: 2, postTitle: 'South', openingHours: 'Su-Th 07:30-16:00; Sa 09:00-14:00' },
        { postID: 3, postTitle: 'East', openingHours: 'Su-Th 09:00-12:00' },
      ],
    })
    const ask = (search: string) =>
      branches.loader(argsFor(`/branches${search}`, { lang: 'En', context: { content } }))
    const onDay = await ask('?day=sa')
    expect(onDay.branches.map(({ hoursOfDay }) => hoursOfDay)).toEqual([
      'Saturday: 9:00–12:30',
      'Saturday: 9:00–14:00',
    ])
    const hours = onDay.narrowing?.fields.find(({ parameter }) => parameter === 'at')?.choices
    expect(hours?.map(({ text, count }) => `${text} ${count}`)).toEqual([
      ...['8:00 0', '9:00 2', '10:00 2', '11:00 2', '12:00 2', '13:00 1'],
      ...['14:00 0', '15:00 0', '16:00 0'],
    ])
    const atOne = await ask('?at=13:00&day=sa')
    expect(atOne.branches.map(({ postTitle }) => postTitle)).toEqual(['South'])
    const atFour = await ask('?at=16:00&day=sa')
    expect(atFour).toMatchObject({
      branches: [],
      note: 'No branch is open on Saturday at 16:00. The next to open is South, on Sunday at 7:30.',
      narrowing: { removals: [{ count: 2, search: '?day=sa' }] },
    })
    for (const search of ['?at=16:00', '?at=25:00&day=sa', '?at=%3Cb%3E&day=sa']) {
      expect((await thrownResponse(ask(search))).status, search).toBe(308)
    }
  })

  test('creates a map link from the coordinates if the API has none', async () => {
    const content = adapterOf({ Branches: [{ postID: 'b', latitude: '24.5', longitude: 46.25 }] })
    const data = await branches.loader(argsFor('/branches', { context: { content } }))
    expect(data.branches[0]?.mapUrl).toBe('https://www.google.com/maps?q=24.5,46.25')
  })

  test('pages a thousand branches, and shows the head office on every map', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({
      postID: at,
      postTitle: `B ${at}`,
      latitude: 18 + (at % 100) / 10,
      longitude: 40 + at / 100,
    }))
    const context = { content: adapterOf({ Branches: many }) }
    const page = (search: string) =>
      branches.loader(argsFor(`/branches${search}`, { lang: 'En', context }))
    const [first, second] = [await page(''), await page('?page=2')]
    expect(first).toMatchObject({ page: 1, pages: 42 })
    expect(first.count).toBe(1_000)
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
  test('sends only the fields of a branch that its index shows', async () => {
    const data = await contact.loader(argsFor('/contact', { lang: 'En' }))
    expect(data.branches[0]).toEqual({
      anchor: 'branch-riyadh',
      postTitle: 'Riyadh branch',
      adress1: 'Harun Al Rashid Road, Al Sulay, Riyadh',
      phone1: '+966 11 555 0110',
      phones: [{ text: '+966 11 555 0110', href: 'tel:+966115550110' }],
    })
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
